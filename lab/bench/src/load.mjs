import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { output } from './processes.mjs';

/**
 * The results of a burst of requests. Times in milliseconds.
 * @typedef {{ requests: number, seconds: number, rate: number, p50: number, p90: number, p99: number, max: number }} Burst
 */

const graceMs = 15_000;
const generator = fileURLToPath(new URL('../load/autocannon.mjs', import.meta.url));

/**
 * Credentials in the format the load generator reads.
 * @param {string} file
 * @param {string[]} headers each "Name: value"
 */
export function writeHeaders(file, headers) {
  writeFileSync(file, `${headers.join('\n')}\n`, { mode: 0o600 });
  return file;
}

/**
 * @param {{ url: string, headers: string, connections: number, seconds: number }} load
 * @returns {Promise<Burst>}
 */
export async function burst({ url, headers, connections, seconds }) {
  const limit = seconds * 1000 + graceMs;
  const text = await output(
    process.execPath,
    [generator, url, String(connections), String(seconds), headers],
    limit,
  );
  const { failed, refused, ...figures } = JSON.parse(text.trim().split('\n').at(-1));
  // A server that refuses is fast, so its figures would say nothing.
  if (failed + refused > 0)
    throw new Error(`${url} failed ${failed} and refused ${refused} of ${figures.requests} requests`);
  return { ...figures, rate: figures.requests / figures.seconds };
}
