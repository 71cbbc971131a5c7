import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

// What a process uses, as the system counts it. Processor time is known only on Linux.

const ticksPerSecond = 100;

/** @param {number} pid in megabytes of a million bytes */
export function residentMb(pid) {
  try {
    return (Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024) / 1e6;
  } catch {
    return (Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024) / 1e6;
  }
}

/**
 * Processor seconds of a process and its descendants. Those that have ended count, too, once their parent has noticed:
 * without them, a connection that PostgreSQL closes would take its time away again.
 * @param {number | undefined} pid
 */
export function cpuSeconds(pid) {
  if (pid === undefined || process.platform !== 'linux') return Number.NaN;
  return familyOf(pid).reduce((sum, { ticks, ended }) => sum + ticks + ended, 0) / ticksPerSecond;
}

/** @param {number} pid */
function familyOf(pid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const family = all.filter((one) => one.pid === pid);
  // Grows while we iterate.
  for (const { pid: parent } of family) family.push(...all.filter((one) => one.parent === parent));
  return family;
}

/** @param {string} pid */
function statOf(pid) {
  try {
    // The name is in parentheses and may contain anything.
    const [, parent, ...fields] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    // For the process itself, and for the ended ones it started.
    const [user, system, endedUser, endedSystem] = fields.slice(9, 13).map(Number);
    const ended = endedUser + endedSystem;
    return [{ pid: Number(pid), parent: Number(parent), ticks: user + system, ended }];
  } catch {
    return [];
  }
}

/**
 * How much of the machine unrelated programs use: a share from 0 to 1, since this was called. Known on Linux, if
 * PostgreSQL is the benchmark's own.
 */
export function watchOthers() {
  const before = { ...machineTicks(), own: ownTicks() };
  return () => {
    const after = machineTicks();
    return (after.busy - before.busy - (ownTicks() - before.own)) / (after.all - before.all);
  };
}

function ownTicks() {
  if (process.platform !== 'linux') return Number.NaN;
  return familyOf(process.pid).reduce((sum, { ticks, ended }) => sum + ticks + ended, 0);
}

/** Time that another virtual machine took from this one counts as busy. */
function machineTicks() {
  const times = cpus().map((cpu) => cpu.times);
  const sum = (of) => times.reduce((total, time) => total + of(time), 0) * (ticksPerSecond / 1000);
  const idle = sum((time) => time.idle);
  const busy = sum(({ user, nice, sys, irq }) => user + nice + sys + irq);
  return { busy, all: busy + idle };
}
