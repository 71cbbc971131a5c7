import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { atEnd } from '@latchkey/server/testing/lifetime';

export type Running = { url: string; stop(): Promise<void> };

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Starts one of the examples in its own process, and waits until it responds. */
export async function startExample(
  name: string,
  [command = '', ...args]: string[],
  env: Record<string, string>,
  given?: number,
): Promise<Running> {
  const port = given ?? (await freePort());
  const isVite = args.some((each) => each.includes('vite'));
  const child = spawn(
    command,
    [...args, ...(isVite ? ['--host', '127.0.0.1', '--port', `${port}`, '--strictPort'] : [])],
    {
      cwd: fileURLToPath(new URL(`../examples/${name}`, import.meta.url)),
      env: { ...process.env, ...env, PORT: `${port}`, NODE_ENV: 'development' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let said = '';
  child.stderr.on('data', (data) => {
    said += data;
  });
  const ended = new Promise((closed) => child.on('close', closed));
  const url = `http://localhost:${port}`;
  const place = isVite ? `http://127.0.0.1:${port}` : url;
  const stop = atEnd(() => {
    child.kill('SIGTERM');
    return ended;
  });
  if (await answers(place, () => child.exitCode !== null)) return { url: place, stop };
  await stop();
  throw new Error(`the example ${name} did not start: ${said}`);
}

async function answers(url: string, hasEnded: () => boolean): Promise<boolean> {
  for (let turn = 0; turn < 200 && !hasEnded(); turn++) {
    const isThere = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isThere) return true;
    await new Promise((passed) => setTimeout(passed, 200));
  }
  return false;
}
