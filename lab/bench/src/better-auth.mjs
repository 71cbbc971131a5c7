import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeHeaders } from './load.mjs';
import { freePort, output, startServer } from './processes.mjs';
import { say } from './progress.mjs';

const script = fileURLToPath(new URL('../contenders/better-auth.mjs', import.meta.url));
const manifest = fileURLToPath(new URL('../node_modules/better-auth/package.json', import.meta.url));
const people = 128;

/** The installed version, if any. */
export function betterAuthVersion() {
  return existsSync(manifest) ? createRequire(import.meta.url)(manifest).version : undefined;
}

/**
 * Twice, each in its own process on the same database: behind its own HTTP handler, and called as a function.
 * @param {import('./stage.mjs').Stage} stage
 * @returns {Promise<Record<string, import('./stage.mjs').Target>>}
 */
export async function startBetterAuth({ server, scratch }) {
  if (!betterAuthVersion()) {
    say('Better Auth is not installed: it is left out');
    return {};
  }
  say('starting Better Auth');
  const env = { NODE_ENV: 'production', DATABASE: JSON.stringify(await server.create('better_auth')) };
  const seeding = { ...process.env, ...env, HASH_COST: '4' };
  const cookies = await output(process.execPath, [script, 'seed', String(people)], 60_000, seeding);
  const headers = writeHeaders(
    join(scratch, 'better-auth.headers'),
    cookies
      .trim()
      .split('\n')
      .map((line) => `Cookie: ${line}`),
  );
  const start = async (mode) => {
    const port = await freePort();
    const log = join(scratch, `better-auth-${mode}.log`);
    const settings = { ...env, PORT: String(port) };
    const plan = { name: `Better Auth (${mode})`, args: [script, mode], env: settings, port, log };
    const { url, pid } = await startServer({ ...plan, ready: '/api/auth/ok' });
    return { url: `${url}/api/auth/get-session`, headers, pid, log };
  };
  return { direct: await start('direct'), handler: await start('handler') };
}
