import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** @typedef {{ name: string, pid: number, url: string, log: string, readyMs: number, stop(): Promise<void> }} Contender */

/** Longer than the service takes to drain. */
const graceMs = 12_000;
/** What still has to be undone, in the order it was done. */
const undo = new Set();
const children = new Set();

/**
 * Something to undo at the end of the run, however it ends.
 * @param {() => unknown} action
 * @returns {() => Promise<void>} does it now instead
 */
export function defer(action) {
  const once = async () => {
    if (undo.delete(once)) await action();
  };
  undo.add(once);
  return once;
}

export async function undoAll() {
  for (const each of [...undo].reverse()) {
    try {
      await each();
    } catch (error) {
      console.error(`cleaning up: ${error instanceof Error ? error.message : error}`);
    }
  }
}

// If the process ends in any other way, its children end with it.
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
function launch(command, args, options) {
  const child = spawn(command, args, options);
  children.add(child);
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? code));
  }).finally(() => children.delete(child));
  const stop = defer(async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(late);
  });
  return { child, ended, stop };
}

/**
 * Runs a program to its end and returns what it printed.
 * @param {string} command
 * @param {string[]} args
 * @param {number} limitMs
 * @param {NodeJS.ProcessEnv} [env]
 */
export async function output(command, args, limitMs, env = process.env) {
  const { child, ended, stop } = launch(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let text = '';
  let faults = '';
  child.stdout.on('data', (chunk) => (text += chunk));
  child.stderr.on('data', (chunk) => (faults += chunk));
  const closed = new Promise((resolve) => child.once('close', resolve));
  const limit = setTimeout(stop, limitMs);
  const code = await ended;
  clearTimeout(limit);
  await stop();
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${faults.slice(-500) || text.slice(-500)}`);
  await closed;
  return text;
}

/**
 * A server in its own process, with its output in a file.
 * @param {{ name: string, args: string[], env: Record<string, string>, port: number, log: string, ready: string }} plan
 * @returns {Promise<Contender>}
 */
export async function startServer({ name, args, env, port, log, ready }) {
  const file = openSync(log, 'a');
  const from = performance.now();
  const { child, ended, stop } = launch(process.execPath, args, {
    stdio: ['ignore', file, file],
    // None of the caller's own settings except what a program needs to be found and to run.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, ...env },
  });
  closeSync(file);
  const url = `http://127.0.0.1:${port}`;
  let end;
  void ended.then((code) => {
    end = code;
  });
  await untilReady(`${url}${ready}`, () => {
    if (end !== undefined) throw new Error(`${name} ended with ${end}: ${lastLines(log)}`);
  });
  return { name, pid: child.pid, url, log, stop, readyMs: performance.now() - from };
}

const readyWithinMs = 30_000;
const pollMs = 5;

/**
 * @param {string} url
 * @param {() => void} check throws if waiting is pointless
 */
async function untilReady(url, check) {
  const latest = performance.now() + readyWithinMs;
  while (performance.now() < latest) {
    check();
    const answer = await fetch(url, { signal: AbortSignal.timeout(readyWithinMs) }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer && answer.status < 500) return;
    await pause(pollMs);
  }
  throw new Error(`${url} does not answer`);
}

/** @param {string} log */
function lastLines(log) {
  return readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n').slice(-1500);
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
