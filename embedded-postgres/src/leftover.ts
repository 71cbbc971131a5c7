import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EmbeddedPostgresError, errorCode, unlessCode } from './errors.ts';
import type { Log } from './log.ts';
import type { Programs } from './programs.ts';
import { runProgram } from './run-program.ts';
import { type StopSignal, sendOnWindows, shutDown } from './shut-down.ts';
import { answers, socketPath } from './sockets.ts';

/** What a server records about itself in its data folder. */
export type ServerNote = {
  pid: number;
  socketFolder: string;
  address: string;
  port: number;
  ready: boolean;
};

const pollEvery = 20;

export async function readServerNote(data: string): Promise<ServerNote | undefined> {
  const text = await unlessCode(readFile(noteOf(data), 'utf8'), ['ENOENT'], undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n').map((line) => line.trim());
  // Single-user mode writes its process id as a negative number.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  const [port, socketFolder = '', address = '', , status] = lines.slice(3);
  return { pid, port: Number(port), socketFolder, address, ready: status === 'ready' };
}

/**
 * Stops the server that a killed service left behind, and removes its traces. Lock the folder first: then the process
 * that started that server is dead.
 */
export async function clearLeftover(data: string, programs: Programs, log: Log): Promise<void> {
  const note = await readServerNote(data);
  if (!note) return;
  if (await isServerOf(note.pid, data)) {
    log.warn({ pid: note.pid, data }, 'stopping a PostgreSQL server that an earlier process left running');
    await stopLeftover(note.pid, data, programs);
  } else if (note.socketFolder && (await answers(socketPath({ host: note.socketFolder, port: note.port })))) {
    throw new EmbeddedPostgresError(
      `a PostgreSQL server that cannot be seen from here (in another container?) is using ${data}: stop it first`,
    );
  }
  // The process with that id is gone or unrelated, but PostgreSQL would take it for the server.
  await rm(noteOf(data), { force: true });
}

function noteOf(data: string): string {
  return join(data, 'postmaster.pid');
}

async function stopLeftover(pid: number, data: string, programs: Programs): Promise<void> {
  const send = async (signal: StopSignal) => {
    if (process.platform === 'win32') return sendOnWindows(programs.control, signal, pid);
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (errorCode(error) !== 'ESRCH') throw error;
    }
  };
  await shutDown(send, async (patience) => {
    const until = Date.now() + patience;
    while (await isServerOf(pid, data)) {
      if (Date.now() > until) return false;
      await pause(pollEvery);
    }
    return true;
  });
}

/** Whether the process is a PostgreSQL server on this data folder: process ids are reused. */
export async function isServerOf(pid: number, data: string): Promise<boolean> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  if (process.platform !== 'linux') return commandNames(await commandLine(pid), data);
  const gone = ['ENOENT', 'ESRCH', 'EACCES', 'EPERM'];
  const command = await unlessCode(readFile(`/proc/${pid}/cmdline`, 'utf8'), gone, '');
  const [program = '', ...args] = command.split('\0');
  if (basename(program) !== 'postgres') return false;
  if (args[args.indexOf('-D') + 1] === data) return true;
  // The folder may have been moved since, but the server works inside it.
  return (await unlessCode(readlink(`/proc/${pid}/cwd`), gone, '')) === (await realpath(data));
}

async function commandLine(pid: number): Promise<string> {
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
  const { output } =
    process.platform === 'win32'
      ? await runProgram('powershell.exe', ['-NoProfile', '-Command', query], { user: undefined })
      : await runProgram('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)], { user: undefined });
  return output;
}

function commandNames(command: string, data: string): boolean {
  const words = command.replaceAll('"', '');
  return /\bpostgres(\.exe)?\b/.test(words) && words.includes(` -D ${data} `);
}
