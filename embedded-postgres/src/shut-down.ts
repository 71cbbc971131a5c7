import { runProgram } from './run-program.ts';

export type StopSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

/** PostgreSQL's fast shutdown, then its immediate one, then force. All of them keep committed data. */
const steps: [StopSignal, number][] = [
  ['SIGINT', 60_000],
  ['SIGQUIT', 10_000],
  ['SIGKILL', 10_000],
];

/** Stops a server more and more forcefully until it is gone. */
export async function shutDown(
  send: (signal: StopSignal) => Promise<void>,
  goneWithin: (milliseconds: number) => Promise<boolean>,
): Promise<void> {
  for (const [signal, patience] of steps) {
    await send(signal);
    if (await goneWithin(patience)) return;
  }
  throw new Error('the PostgreSQL server cannot be stopped, not even by force');
}

/** Windows has no signals, but PostgreSQL has its own. */
export async function sendOnWindows(control: string, signal: StopSignal, pid: number): Promise<void> {
  await runProgram(control, ['kill', signal.replace('SIG', ''), String(pid)], { user: undefined });
}
