import { Agent, request } from 'node:http';

/** @typedef {{ status: number, headers: import('node:http').IncomingHttpHeaders, body: any }} Answer */

const limitMs = 30_000;
const usual = new Agent({ keepAlive: true, maxSockets: 64 });

/**
 * One request to a contender, and its complete response.
 * @param {string} url
 * @param {{ method?: string, headers?: Record<string, string>, json?: unknown, form?: Record<string, string>, agent?: Agent }} [options]
 * @returns {Promise<Answer>}
 */
export function call(url, { method = 'GET', headers = {}, json, form, agent = usual } = {}) {
  const body = form
    ? String(new URLSearchParams(form))
    : json === undefined
      ? undefined
      : JSON.stringify(json);
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const sent = body
    ? { ...headers, 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)) }
    : headers;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers: sent, agent, timeout: limitMs }, (incoming) => {
      const chunks = [];
      incoming.on('data', (chunk) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = incoming.headers['content-type']?.includes('json');
        resolve({
          status: incoming.statusCode,
          headers: incoming.headers,
          body: isJson ? JSON.parse(text) : text,
        });
      });
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`${url} did not answer`)));
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** Connections that aren't shared. */
export function ownConnections(count = 1) {
  return new Agent({ keepAlive: true, maxSockets: count });
}

/**
 * Runs `work` for every item, at most this many at once.
 * @template T, R
 * @param {readonly T[]} items
 * @param {number} atOnce
 * @param {(item: T, at: number) => Promise<R>} work
 * @returns {Promise<R[]>}
 */
export async function each(items, atOnce, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at], at);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return results;
}

/**
 * As many requests as can be answered on this many connections: each sends the next one after its response.
 * @param {{ connections: number, seconds: number }} load
 * @param {(agent: Agent, nth: number) => Promise<void>} ask by the connection's number
 * @returns {Promise<number[]>} when each was answered, in milliseconds from the start
 */
export async function steadily({ connections, seconds }, ask) {
  const agent = ownConnections(connections);
  const from = performance.now();
  const moments = [];
  const worker = async (_, nth) => {
    while (performance.now() - from < seconds * 1000) {
      await ask(agent, nth);
      moments.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return moments;
}
