import { vi } from 'vitest';
import { createLatchkey } from '../server/index.ts';

type Asked = { url: URL; headers: Record<string, string>; signal: AbortSignal | undefined; at: number };
type News = { cursor?: string; heldMs?: number; changes?: string[]; reset?: boolean };
/** Undefined: held until its time is up. */
type Answer = Response | Error | News | Promise<Response> | undefined;

export const person = {
  user: { id: 'u1', email: 'ada@example.com' },
  organization: { id: 'o1', role: 'OWNER' },
  publicMetadata: { plan: { name: 'pro', seats: [1, 2] } },
  permissions: ['orders:read'],
};

const request = (headers: Record<string, string> = { authorization: 'Bearer t' }) => ({ headers });

export const refusal = (status: number, code = 'NO', headers: Record<string, string> = {}) =>
  Response.json({ error: { type: 'AUTHENTICATION_ERROR', code, message: 'No.' } }, { status, headers });

/** What is answered next, again and again. */
type Answers = {
  feed(asked: Asked): Answer;
  me(asked: Asked): Response | Error | Promise<Response>;
};

async function newsFor(
  { url, signal }: Asked,
  given: Awaited<Answer>,
  nextCursor: () => string,
): Promise<Response> {
  if (given instanceof Error) throw given;
  if (given instanceof Response) return given;
  const isFirst = !url.searchParams.has('after');
  const waitMs = given === undefined && !isFirst ? Number(url.searchParams.get('waitMs')) : 0;
  await new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    if (waitMs > 0) setTimeout(resolve, waitMs);
    else resolve(undefined);
  });
  const heldMs = Math.max(0, waitMs - 90);
  return Response.json({ cursor: nextCursor(), heldMs, changes: [], reset: isFirst, ...given });
}

function networkOf(answers: Answers) {
  const feeds: Asked[] = [];
  const mes: Asked[] = [];
  let cursors = 0;
  const nextCursor = () => `c${++cursors}`;
  const fetch = async (address: unknown, init: RequestInit = {}) => {
    const url = new URL(String(address));
    const headers = init.headers as Record<string, string>;
    const asked = { url, headers, signal: init.signal ?? undefined, at: performance.now() };
    if (url.pathname === '/api/checks/changes') {
      feeds.push(asked);
      return newsFor(asked, await answers.feed(asked), nextCursor);
    }
    mes.push(asked);
    const answer = await answers.me(asked);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { feeds, mes, fetch: fetch as typeof globalThis.fetch };
}

/** Latchkey as seen through the network, by clocks that stand still until a test moves them. */
export function standIn(local: object = {}) {
  const answers: Answers = { feed: () => undefined, me: () => me() };
  const { feeds, mes, fetch } = networkOf(answers);
  const latchkey = createLatchkey({
    url: 'https://auth.example.com',
    fetch,
    onUnavailable: () => undefined,
    local: { key: 'lsk_key', ...local },
  });
  return {
    latchkey,
    answers,
    feeds,
    mes,
    ask: (headers?: Record<string, string>) => latchkey.authenticate(request(headers)),
    stats: () => latchkey.local?.stats(),
    /** Until the first feed answer is applied. */
    async connect() {
      await latchkey.authenticate({ headers: {} });
      await vi.advanceTimersByTimeAsync(5);
    },
  };
}

export function me(
  check: object | null = { validForMs: 60_000, subjects: ['all', 'p1'] },
  more: object = {},
): Response {
  return Response.json({ ...person, ...more, check });
}
