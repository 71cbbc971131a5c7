import http from 'node:http';
import https from 'node:https';
import type { Resolve } from './resolve.ts';
import { checkedLookup, forbiddenAddress, type OutboundRules } from './rules.ts';

/** The outcome of a request: the answer's status, or a code for why there was none. */
export type SendOutcome =
  | {
      status: number;
      retryAfter?: string | undefined;
      /** Only if it was asked for, and undefined if it is too long. */
      answer?: Buffer | undefined;
    }
  | { error: string };

export type Outgoing = {
  url: string;
  /** POST unless told otherwise. */
  method?: 'POST' | 'PUT' | undefined;
  headers: Record<string, string>;
  body: string | Buffer;
  limitMs: number;
  /** The most of an answer's body to keep. It must then arrive within the limit, too. Without it, none is kept. */
  answerBytes?: number | undefined;
  /** Not again, even if a connection turns out to have been closed by the other side while idle. */
  once?: true | undefined;
};

export type Sender = {
  /** Never rejects. Follows no redirect. */
  post(outgoing: Outgoing): Promise<SendOutcome>;
  /** Breaks off what is under way, with the error `brokenOff`. */
  close(): void;
};

export const brokenOff = 'BROKEN_OFF';

// Below the five seconds after which most servers close an idle connection.
const idleMs = 4000;
/** Read and discarded, so the connection can be reused. A longer or slower answer loses it. */
const discardedBytes = 64 * 1024;
const discardMs = 1000;

/** Sends requests to addresses that users chose, on kept-alive connections. */
export function createSender(rules: OutboundRules, resolve: Resolve): Sender {
  const lookup = checkedLookup(rules, resolve);
  const options = { keepAlive: true, timeout: idleMs, lookup };
  let closed = false;
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };

  return {
    async post(outgoing) {
      // A socket looks up only names: addresses are checked here.
      if (rules.forbids(outgoing.url)) return { error: forbiddenAddress };
      const latest = performance.now() + outgoing.limitMs;
      const url = new URL(outgoing.url);
      const agent = url.protocol === 'https:' ? agents['https:'] : agents['http:'];
      const left = () => ({ ...outgoing, limitMs: Math.max(0, latest - performance.now()) });
      const first = await exchange(url, agent, left());
      // Closed by the other side while idle: it has seen nothing of the request.
      const { outcome } =
        first.stale && !outgoing.once && !closed ? await exchange(url, agent, left()) : first;
      return closed && 'error' in outcome ? { error: brokenOff } : outcome;
    },
    close() {
      closed = true;
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

type Exchange = { outcome: SendOutcome; stale?: boolean };

function exchange(url: URL, agent: http.Agent, outgoing: Outgoing): Promise<Exchange> {
  const { method = 'POST', headers, body, limitMs, answerBytes } = outgoing;
  return new Promise((resolve) => {
    const { request: open } = url.protocol === 'https:' ? https : http;
    const request = open(url, { method, agent, headers });
    const end = (result: Exchange) => {
      clearTimeout(limit);
      resolve(result);
    };
    const breakOff = (outcome: SendOutcome) => {
      end({ outcome });
      request.destroy();
    };
    let sofar: SendOutcome = { error: 'ETIMEDOUT' };
    const limit = setTimeout(() => breakOff(sofar), limitMs);
    request.on('response', (response) => {
      const answered = { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] };
      if (answerBytes !== undefined)
        return void keep(response, answerBytes).then((kept) =>
          end({ outcome: 'error' in kept ? kept : { ...answered, ...kept } }),
        );
      sofar = answered;
      void discard(response).then(() => end({ outcome: answered }));
    });
    request.on('upgrade', (response) => breakOff({ status: response.statusCode ?? 101 }));
    request.on('error', (error: NodeJS.ErrnoException) => {
      const stale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      end({ outcome: { error: codeOf(error) }, stale });
    });
    request.end(body);
  });
}

/** Resolves when the answer is read to its end or given up on: its status is known either way. */
function discard(response: http.IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    const patience = setTimeout(() => response.destroy(), discardMs);
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > discardedBytes) response.destroy();
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      clearTimeout(patience);
      resolve();
    });
  });
}

/** The body of an answer, or an error if it breaks off. One that is too long is not kept. */
function keep(
  response: http.IncomingMessage,
  most: number,
): Promise<{ answer: Buffer | undefined } | { error: string }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > most) response.destroy();
      else chunks.push(chunk);
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      if (bytes > most) resolve({ answer: undefined });
      else resolve(response.complete ? { answer: Buffer.concat(chunks) } : { error: 'ECONNRESET' });
    });
  });
}

/** Only the kind of a failure: a message may quote what the other side said. */
function codeOf({ code }: NodeJS.ErrnoException): string {
  return /^[A-Z][A-Z0-9_]{1,60}$/.exec(String(code))?.[0] ?? 'EFAILED';
}
