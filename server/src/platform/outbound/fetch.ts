import http from 'node:http';
import https from 'node:https';
import type { Resolve } from './resolve.ts';
import { checkedLookup, forbiddenAddress, type OutboundRules } from './rules.ts';

const longest = 1024 * 1024;
const limitMs = 6000;

/** The address is one that a request may not go to, or its name is unknown. */
export class ForbiddenAddress extends Error {
  readonly code = forbiddenAddress;
}
/** No answer: down, too slow, or too long. */
export class Unreachable extends Error {}

type Outgoing = { method?: string; headers?: Record<string, string>; body?: unknown };
export type GuardedFetch = (url: string, outgoing?: Outgoing) => Promise<Response>;

/**
 * Reads from an address that a user chose, in full or not at all. Every connection is checked, and no redirect is
 * followed. A new connection for each request: nothing is kept open for addresses that are seldom asked.
 */
export function createGuardedFetch(
  rules: OutboundRules,
  resolve: Resolve,
  timeoutMs = limitMs,
  maxBytes = longest,
): GuardedFetch {
  const lookup = checkedLookup(rules, resolve);
  return async (address, { method = 'GET', headers = {}, body } = {}) => {
    // A socket looks up only names: addresses are checked here.
    if (rules.forbids(address)) throw new ForbiddenAddress('this address is not allowed');
    const url = new URL(address);
    const sent = body === undefined || body === null ? undefined : String(body);
    return new Promise((done, reject) => {
      const { request: open } = url.protocol === 'https:' ? https : http;
      const request = open(url, { method, headers, lookup, agent: false });
      const timer = setTimeout(() => request.destroy(new Unreachable('no answer in time')), timeoutMs);
      const fail = (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        const { code: fault } = error;
        const isForbidden = fault === forbiddenAddress;
        reject(
          isForbidden
            ? new ForbiddenAddress('this address is not allowed')
            : new Unreachable('there is no answer', { cause: error }),
        );
      };
      request.on('error', fail);
      request.on('response', (response) => {
        readAll(response, maxBytes)
          .then((bytes) => {
            clearTimeout(timer);
            done(responseOf(response, bytes));
          })
          .catch(fail);
      });
      request.end(sent);
    });
  };
}

async function readAll(response: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new Unreachable('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function responseOf({ statusCode = 500, headers }: http.IncomingMessage, bytes: Buffer): Response {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const isBare = bytes.length === 0 || statusCode === 204 || statusCode === 304;
  return new Response(isBare ? null : new Uint8Array(bytes), {
    status: Math.max(200, statusCode),
    headers: pairs,
  });
}

/** Whether an address may not be connected to, by what it says or by what its name stands for now. */
export async function isForbidden(rules: OutboundRules, resolve: Resolve, address: string): Promise<boolean> {
  if (rules.forbids(address)) return true;
  return new Promise((done) => {
    const { hostname } = new URL(address);
    checkedLookup(rules, resolve)(hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) =>
      done(error !== null),
    );
  });
}
