import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { me, person, refusal, standIn } from '../../testing/stand-in.ts';
import { createLatchkey, type LocalOptions } from '../index.ts';

const clocks = ['performance', 'Date', 'setTimeout', 'clearTimeout'] as const;
let errors: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.useFakeTimers({ toFake: [...clocks] });
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
const opened: { latchkey: { close(): void } }[] = [];
afterEach(() => {
  for (const { latchkey } of opened.splice(0)) latchkey.close();
  vi.useRealTimers();
  errors.mockRestore();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
function begin(...given: Parameters<typeof standIn>) {
  const made = standIn(...given);
  opened.push(made);
  return made;
}
async function connected(...given: Parameters<typeof standIn>) {
  const made = begin(...given);
  await made.connect();
  made.mes.length = 0;
  return made;
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the option', () => {
  const make = (local: unknown) => () =>
    createLatchkey({ url: 'https://auth.example.com', local: local as LocalOptions });

  test.each<[string, unknown]>([
    ['null', null],
    ['text', 'lsk_key'],
    ['a list', []],
    ['no key', {}],
    ['an unset key', { key: undefined }],
    ['an empty key', { key: '' }],
    ['a key with a space', { key: 'lsk_ key' }],
    ["an organization's key", { key: `lok_${'a'.repeat(43)}` }],
    ['an unknown field', { key: 'lsk_key', maxStaleness: 1000 }],
    ['a bound below 250', { key: 'lsk_key', maxStalenessMs: 249 }],
    ['a bound above 10000', { key: 'lsk_key', maxStalenessMs: 10_001 }],
    ['a bound in parts', { key: 'lsk_key', maxStalenessMs: 500.5 }],
    ['a bound that is text', { key: 'lsk_key', maxStalenessMs: '500' }],
    ['a bound that is no number', { key: 'lsk_key', maxStalenessMs: Number.NaN }],
    ['no entries', { key: 'lsk_key', maxEntries: 0 }],
    ['too many entries', { key: 'lsk_key', maxEntries: 1_000_001 }],
    ['entries that are null', { key: 'lsk_key', maxEntries: null }],
  ])('with %s is a TypeError at once', (_what, local) => {
    expect(make(local)).toThrow(TypeError);
  });

  test.each([
    { maxStalenessMs: 250, maxEntries: 1 },
    { maxStalenessMs: 10_000, maxEntries: 1_000_000 },
    { maxStalenessMs: undefined },
  ])('with %o is good', (more) => {
    const latchkey = make({ key: 'lsk_key', ...more })();
    expect(latchkey.local?.stats()).toEqual({
      entries: 0,
      hits: 0,
      misses: 0,
      staleFallbacks: 0,
      behindMs: null,
      connected: false,
    });
  });

  test('left out, there are no local checks, and closing is allowed', async () => {
    const { latchkey, feeds, mes } = begin();
    const plain = createLatchkey({ url: 'https://auth.example.com', local: undefined });
    expect(plain.local).toBeUndefined();
    plain.close();
    expect(latchkey.local).toBeDefined();
    expect([feeds.length, mes.length]).toEqual([0, 0]);
  });
});

describe('an answer', () => {
  test('is kept, and given without a call while the feed is current', async () => {
    const { ask, mes, stats } = await connected();
    const [first, second] = [await ask(), await ask()];
    expect(mes).toHaveLength(1);
    expect(mes[0]?.url.pathname + (mes[0]?.url.search ?? '')).toBe('/api/auth/me?check=true');
    expect(first).toEqual({ caller: person });
    expect(second).toEqual(first);
    expect(stats()).toMatchObject({ entries: 1, hits: 1, misses: 1, staleFallbacks: 1, connected: true });
  });

  test('is a fresh copy throughout, each time', async () => {
    const { ask, answers } = await connected();
    const odd = JSON.parse('{"__proto__":{"admin":true},"list":[[1],{"a":null}],"rows":[{"a":1},{"a":2}]}');
    answers.me = () => me(undefined, { publicMetadata: odd });
    const expected = { caller: { ...person, publicMetadata: odd } };
    for (let n = 0; n < 3; n++) {
      const { caller } = await ask();
      expect({ caller }).toEqual(expected);
      expect(Object.getPrototypeOf(caller?.publicMetadata)).toBe(Object.prototype);
      const changed = caller as unknown as Record<string, never[]> & typeof person;
      changed.permissions.push('all:write');
      changed.user.id = 'someone else';
      (changed.publicMetadata as unknown as typeof odd).list[1].a = 1;
      (changed.publicMetadata as unknown as typeof odd).list.length = 1;
      (changed.publicMetadata as unknown as typeof odd).rows[0].a = 3;
      Object.assign(Reflect.get(changed.publicMetadata, '__proto__'), { more: true });
      delete (changed as { organization?: unknown }).organization;
    }
  });

  test.each<[string, object | null | undefined]>([
    ['no check', undefined],
    ['a check that is null', null],
    ['no time', { validForMs: 0, subjects: ['all'] }],
    ['too much time', { validForMs: 60_001, subjects: ['all'] }],
    ['no subjects', { validForMs: 1000, subjects: [] }],
    ['subjects that are no names', { validForMs: 1000, subjects: [1] }],
  ])('with %s is not kept', async (_what, check) => {
    const { ask, answers, stats, mes } = await connected();
    answers.me = () => (check === undefined ? Response.json(person) : me(check));
    expect(await ask()).toEqual({ caller: person });
    await ask();
    expect(mes).toHaveLength(2);
    expect(stats()?.entries).toBe(0);
  });

  test.each([
    [401, 'UNAUTHENTICATED', 401],
    [403, 'IP_NOT_ALLOWED', 403],
    [404, 'NO_ORGANIZATION', 404],
    [429, 'RATE_LIMITED', 503],
  ])('that refuses with %i is not kept', async (status, code, seen) => {
    const { ask, answers, mes, stats } = await connected();
    answers.me = () => refusal(status, code);
    for (let n = 0; n < 2; n++) expect((await ask()).refused?.status).toBe(seen);
    expect(mes).toHaveLength(2);
    expect(stats()?.entries).toBe(0);
  });

  test('is used for its time from the sending of its request, not from its arrival', async () => {
    const { ask, answers, mes } = await connected();
    answers.me = async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return me({ validForMs: 2000, subjects: ['all'] });
    };
    const first = ask();
    await pass(400);
    await first;
    await pass(1590);
    await ask();
    expect(mes).toHaveLength(1);
    await pass(10);
    const again = ask();
    await pass(400);
    await again;
    expect(mes).toHaveLength(2);
  });

  test.each(['ahead', 'back'])('is not used once the wall clock has been set %s by its time', async (way) => {
    const { ask, answers, mes } = await connected();
    answers.me = () => me({ validForMs: 50_000, subjects: ['all'] });
    await ask();
    vi.setSystemTime(Date.now() + (way === 'ahead' ? 50_000 : -55_000));
    await pass(1500);
    await ask();
    expect(mes).toHaveLength(2);
  });

  test('goes once a change names one of its subjects, and no other does', async () => {
    const { ask, answers, mes } = await connected();
    answers.me = ({ headers }) =>
      me({ validForMs: 60_000, subjects: ['all', String(headers.authorization)] });
    await ask(bearer('one'));
    await ask(bearer('two'));
    let news: object | undefined = { changes: ['Bearer one', 'unknown'] };
    answers.feed = () => {
      const next = news;
      news = undefined;
      return next;
    };
    await pass(1100);
    await ask(bearer('two'));
    expect(mes).toHaveLength(2);
    await ask(bearer('one'));
    expect(mes).toHaveLength(3);
    news = { changes: ['all'] };
    await pass(1100);
    await ask(bearer('one'));
    await ask(bearer('two'));
    expect(mes).toHaveLength(5);
  });

  test.each([{ changes: ['p1'] }, { reset: true }])(
    'under way when %o is applied is not kept',
    async (news) => {
      const { ask, answers, mes } = await connected();
      let arrive: (response: Response) => void = () => undefined;
      answers.me = () =>
        new Promise((resolve) => {
          arrive = resolve;
        });
      const asking = ask();
      let next: object | undefined = news;
      answers.feed = () => {
        const now = next;
        next = undefined;
        return now;
      };
      await pass(1100);
      arrive(me());
      expect(await asking).toEqual({ caller: person });
      answers.me = () => me();
      await ask();
      expect(mes).toHaveLength(2);
      await ask();
      expect(mes).toHaveLength(2);
    },
  );

  test('asked for before the first feed answer is not kept', async () => {
    const { ask, mes, stats } = begin();
    await ask();
    await pass(5);
    expect(stats()?.connected).toBe(true);
    await ask();
    expect(mes).toHaveLength(2);
    expect(stats()).toMatchObject({ staleFallbacks: 1, misses: 1, hits: 0, entries: 1 });
  });

  test('that was used least recently goes when there are too many', async () => {
    const { ask, mes, stats } = await connected({ maxEntries: 2 });
    for (const token of ['one', 'two', 'one', 'three']) await ask(bearer(token));
    expect(stats()?.entries).toBe(2);
    expect(mes).toHaveLength(3);
    await ask(bearer('one'));
    expect(mes).toHaveLength(3);
    await ask(bearer('two'));
    expect(mes).toHaveLength(4);
  });

  test('that is over and unused leaves memory', async () => {
    const { ask, answers, stats } = await connected();
    answers.me = () => me({ validForMs: 1000, subjects: ['all'] });
    await ask();
    expect(stats()?.entries).toBe(1);
    await pass(3000);
    expect(stats()?.entries).toBe(0);
  });
});

describe('a request', () => {
  const id = '0190f3c2-6c5e-7b3a-8c1d-0123456789ab';

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['a Bearer token', bearer('a.b_c-d~e+/='), bearer('a.b_c-d~e+/=')],
    ['one session cookie', { cookie: 'a=b; latchkey_session=s; c=d' }, { cookie: 'latchkey_session=s' }],
    [
      'both, of which the cookie is not passed on',
      { ...bearer('t'), cookie: 'latchkey_session=s' },
      bearer('t'),
    ],
    [
      'an organization',
      { ...bearer('t'), 'x-organization-id': id },
      { ...bearer('t'), 'x-organization-id': id },
    ],
  ])('with %s is answered from memory', async (_what, headers, passed) => {
    const { ask, mes } = await connected();
    await ask(headers);
    await ask(headers);
    expect(mes.map((each) => each.headers)).toEqual([{ accept: 'application/json', ...passed }]);
  });

  test.each<[string, Record<string, string>]>([
    ['no credential', {}],
    ['two spaces', { authorization: 'Bearer  t' }],
    ['another case', { authorization: 'bearer t' }],
    ['two tokens', { authorization: 'Bearer t, Bearer u' }],
    ['another scheme', { authorization: 'Basic dDp0' }],
    ['an empty header', { authorization: '', cookie: 'latchkey_session=s' }],
    ['two session cookies', { cookie: 'latchkey_session=s; latchkey_session=u' }],
    ['an empty cookie', { cookie: 'latchkey_session=' }],
    ['an organization in capitals', { ...bearer('t'), 'x-organization-id': id.toUpperCase() }],
    ['two organizations', { ...bearer('t'), 'x-organization-id': `${id}, ${id}` }],
    ['an organization that is none', { ...bearer('t'), 'x-organization-id': '' }],
  ])('with %s is asked about each time, as ever', async (_what, headers) => {
    const { ask, mes, stats } = await connected();
    await ask(headers);
    await ask(headers);
    expect(mes.map(({ url }) => url.pathname + url.search)).toEqual(['/api/auth/me', '/api/auth/me']);
    expect(stats()).toMatchObject({ misses: 2, hits: 0, entries: 0 });
  });

  test('never gets the answer to another: neither credential nor organization nor kind may differ', async () => {
    const { ask, mes } = await connected();
    const different = [
      bearer('t'),
      bearer('u'),
      { cookie: 'latchkey_session=t' },
      { ...bearer('t'), 'x-organization-id': id },
      { ...bearer('t'), 'x-organization-id': id.replace('0', '1') },
      { cookie: 'latchkey_session=t', 'x-organization-id': id },
    ];
    for (const headers of different) await ask(headers);
    expect(mes).toHaveLength(different.length);
  });

  test('leaves no credential behind', async () => {
    const { ask, latchkey } = await connected();
    await ask(bearer('very-secret-token'));
    const seen = new Set<unknown>();
    const texts: string[] = [];
    const walk = (value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      if (typeof value !== 'object' || value === null || seen.has(value)) return;
      seen.add(value);
      if (value instanceof Map) for (const pair of value) pair.forEach(walk);
      for (const each of Object.values(value)) walk(each);
    };
    walk(latchkey);
    expect(texts.join(' ')).not.toContain('very-secret-token');
  });
});

test('verifyKey and verifyAccessToken ask as ever: they begin no feed and use no kept answer', async () => {
  const { latchkey, feeds, mes, answers, stats } = begin();
  const asked: string[] = [];
  answers.me = ({ url }) => {
    asked.push(url.pathname);
    return Response.json({ keys: [], valid: false });
  };
  const verifying = createLatchkey({
    url: 'https://auth.example.com',
    key: `lok_${'a'.repeat(43)}`,
    local: { key: 'lsk_key' },
    onUnavailable: () => undefined,
    fetch: (async (address: unknown) =>
      answers.me({ url: new URL(String(address)) } as never)) as typeof fetch,
  });
  opened.push({ latchkey: verifying });
  for (let n = 0; n < 2; n++) await verifying.verifyKey(`lok_${'b'.repeat(43)}`);
  expect(asked).toHaveLength(2);
  await verifying.verifyAccessToken('a.b.c');
  await latchkey.verifyAccessToken('a.b.c');
  await pass(5000);
  expect(asked.filter((path) => path.startsWith('/api/checks') || path === '/api/auth/me')).toEqual([]);
  expect([feeds.length, mes.length > 1]).toEqual([0, false]);
  for (const each of [verifying.local?.stats(), stats()])
    expect(each).toEqual({
      entries: 0,
      hits: 0,
      misses: 0,
      staleFallbacks: 0,
      behindMs: null,
      connected: false,
    });
});

describe('while a request is under way', () => {
  function held({ answers }: ReturnType<typeof begin>) {
    const waiting: ((response: Response) => void)[] = [];
    answers.me = () => new Promise((resolve) => void waiting.push(resolve));
    return waiting;
  }

  test('others for the same caller wait, and get fresh copies of what is kept', async () => {
    const made = await connected();
    const waiting = held(made);
    const asked = [made.ask(), made.ask(), made.ask()];
    await pass(1);
    waiting[0]?.(me());
    const answers = await Promise.all(asked);
    expect(waiting).toHaveLength(1);
    for (const each of answers) expect(each).toEqual({ caller: person });
    expect(new Set(answers.map(({ caller }) => caller)).size).toBe(3);
    expect(made.stats()).toMatchObject({ hits: 2, misses: 1 });
  });

  test('others get its 503', async () => {
    const made = await connected();
    const waiting = held(made);
    const asked = [made.ask(), made.ask()];
    await pass(1);
    waiting[0]?.(refusal(503));
    expect((await Promise.all(asked)).map(({ refused }) => refused?.status)).toEqual([503, 503]);
    expect(waiting).toHaveLength(1);
  });

  test.each([
    ['was refused', () => refusal(401)],
    ['may not be kept', () => me(null)],
  ])('others ask by themselves if it %s', async (_what, answer) => {
    const made = await connected();
    const waiting = held(made);
    const asked = [made.ask(), made.ask(), made.ask()];
    await pass(1);
    waiting[0]?.(answer());
    await pass(1);
    expect(waiting).toHaveLength(3);
    for (const each of waiting.slice(1)) each(me());
    expect((await Promise.all(asked.slice(1))).map(({ caller }) => caller?.user.id)).toEqual(['u1', 'u1']);
    expect(made.stats()).toMatchObject({ misses: 3, hits: 0 });
  });

  test('others ask by themselves if the feed is no longer current when it arrives', async () => {
    const made = await connected();
    const waiting = held(made);
    made.answers.feed = () => refusal(503);
    const asked = [made.ask(), made.ask()];
    await pass(3000);
    waiting[0]?.(me());
    await pass(1);
    expect(waiting).toHaveLength(2);
    waiting[1]?.(me());
    await Promise.all(asked);
  });

  test('others ask at once while the feed is not current', async () => {
    const made = begin();
    const waiting = held(made);
    const asked = [made.ask(), made.ask()];
    await pass(0);
    expect(waiting).toHaveLength(2);
    for (const each of waiting) each(me());
    await Promise.all(asked);
  });
});
