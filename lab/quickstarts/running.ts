import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { blocksOf } from '../../e2e/guide-blocks.ts';

/** At an address on this machine, which applications and their libraries really call. */
export async function startHere(origins = 'http://localhost:4000') {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const env = { BASE_URL: address, ALLOWED_ORIGINS: origins };
  return Object.assign(await startService({ port, env }), { address });
}

/** The files that a page names, in a new folder. */
export async function filesOf(page: string, change = (text: string) => text): Promise<string> {
  const folder = await temporaryFolder('quickstart');
  for (const { file, text } of blocksOf(page, 'quickstarts'))
    if (file) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), change(text));
    }
  return folder;
}

/** Runs a line of a page until the end of the test, with all that it starts. */
export function run(
  line: string,
  cwd: string,
  env: Record<string, string>,
): { child: ChildProcess; said(): string; stop(): Promise<void> } {
  const child = spawn('bash', ['-c', `exec ${line}`], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said += data;
    });
  const ended = new Promise((closed) => child.on('close', closed));
  const stop = atEnd(async () => {
    endGroup(child);
    await ended;
  });
  return { child, said: () => said, stop };
}

/** What it started may still be there when it isn't. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}

/** Until the address answers with anything. */
export async function answering(url: string, { child, said }: ReturnType<typeof run>): Promise<void> {
  for (let turn = 0; turn < 900 && child.exitCode === null; turn++) {
    if (
      await fetch(url, { redirect: 'manual' }).then(
        () => true,
        () => false,
      )
    )
      return;
    await pause(200);
  }
  throw new Error(`${url} doesn't answer. It said:\n${said()}`);
}
