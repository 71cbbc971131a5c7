import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

// What a process uses, as the system counts it. Processor time is known on Linux alone.

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
 * Processor seconds of a process and its descendants, without those that have ended.
 * @param {number | undefined} pid
 */
export function cpuSeconds(pid) {
  if (pid === undefined || process.platform !== 'linux') return Number.NaN;
  return familyOf(pid).reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond;
}

/** @param {number} pid */
export function descendants(pid) {
  return familyOf(pid)
    .map((member) => member.pid)
    .filter((member) => member !== pid);
}

/** @param {number} pid */
function familyOf(pid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(statOf);
  const family = all.filter((one) => one.pid === pid);
  // Grows while it is walked.
  for (const { pid: parent } of family) family.push(...all.filter((one) => one.parent === parent));
  return family;
}

/** @param {string} pid */
function statOf(pid) {
  try {
    // The name stands in brackets and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return [{ pid: Number(pid), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
  } catch {
    return [];
  }
}
