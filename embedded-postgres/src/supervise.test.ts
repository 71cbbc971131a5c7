import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Ending, Server } from './server.ts';
import { supervise } from './supervise.ts';
import { keepingLog, until } from './testing/harness.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

type Fake = { server: Server; stopped: boolean; die(): void };

/** A server that runs until told to die. */
function fakeServer(): Fake {
  let end: (ending: Ending) => void = () => {};
  const ended = new Promise<Ending>((resolve) => {
    end = resolve;
  });
  const stop = async () => {
    fake.stopped = true;
    end({ how: 'stopped', output: '' });
  };
  const server: Server = { pid: () => 1, ended, ready: async () => {}, stop };
  const die = () => end({ how: 'signal SIGKILL', output: 'FATAL:  no luck' });
  const fake: Fake = { server, stopped: false, die };
  return fake;
}

type Course = { failingStarts?: number; beforeRestart?: () => Promise<void>; rest?: Rest };
type Rest = (milliseconds: number, stopping: AbortSignal) => Promise<void>;

/** Supervises fakes; records the pauses instead of waiting. */
async function superviseFakes({ failingStarts = 0, beforeRestart, rest = async () => {} }: Course = {}) {
  const lives: Fake[] = [];
  const pauses: number[] = [];
  const log = keepingLog();
  let failures = failingStarts;
  const start = async () => {
    if (lives.length > 0) await beforeRestart?.();
    if (lives.length > 0 && failures-- > 0) throw new Error('no memory');
    const life = fakeServer();
    lives.push(life);
    return life.server;
  };
  const noted: Rest = (milliseconds, stopping) => {
    pauses.push(milliseconds);
    return rest(milliseconds, stopping);
  };
  const supervised = await supervise(start, log, { rest: noted });
  const dieOnce = async () => {
    const count = lives.length;
    lives.at(-1)?.die();
    await until(() => lives.length > count);
  };
  return { supervised, lives, pauses, log, dieOnce };
}

test('a server that keeps dying is restarted with growing delays, and the log level rises', async () => {
  const { supervised, pauses, log, dieOnce } = await superviseFakes();
  for (let death = 0; death < 11; death++) await dieOnce();
  expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
  const levels = log.entries.flatMap(({ level }) => (level === 'info' ? [] : [level]));
  expect(levels).toEqual([...Array(4).fill('warn'), ...Array(7).fill('error')]);
  expect(log.entries[0]?.details).toMatchObject({ how: 'signal SIGKILL', said: 'no luck' });
  await supervised.stop();
});

test('a failed start counts as a death and is retried', async () => {
  const { supervised, lives, pauses, log, dieOnce } = await superviseFakes({ failingStarts: 2 });
  await dieOnce();
  expect(pauses).toEqual([100, 200, 400]);
  expect(lives).toHaveLength(2);
  expect(log.entries[1]?.details).toMatchObject({ how: 'no memory' });
  await supervised.stop();
});

test('a server that lived for a minute counts as healthy again', async () => {
  const { supervised, pauses, dieOnce } = await superviseFakes();
  await dieOnce();
  await dieOnce();
  await until(() => pauses.length === 2);
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 61_000);
  await dieOnce();
  clock.mockRestore();
  expect(pauses).toEqual([100, 200, 100]);
  await supervised.stop();
});

describe('a stop', () => {
  test('ends the server, and nothing is restarted', async () => {
    const { supervised, lives, pauses } = await superviseFakes();
    await supervised.stop();
    expect(lives.map(({ stopped }) => stopped)).toEqual([true]);
    expect(pauses).toEqual([]);
  });

  test('during the pause before a restart cancels the restart', async () => {
    const rest: Rest = (_milliseconds, stopping) =>
      new Promise((rested) => stopping.addEventListener('abort', () => rested()));
    const { supervised, lives, pauses } = await superviseFakes({ rest });
    lives[0]?.die();
    await until(() => pauses.length === 1);
    await supervised.stop();
    expect(lives).toHaveLength(1);
  });

  test('during a restart ends the new server, too', async () => {
    let start: (() => void) | undefined;
    const beforeRestart = () =>
      new Promise<void>((resolve) => {
        start = resolve;
      });
    const { supervised, lives } = await superviseFakes({ beforeRestart });
    lives[0]?.die();
    await until(() => start !== undefined);
    const stopped = supervised.stop();
    start?.();
    await stopped;
    expect(lives.map((life) => life.stopped)).toEqual([true, true]);
  });
});
