import { createHash } from 'node:crypto';
import { type Answer, Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newLoner } from '@latchkey/server/testing/organizations';
import { openSocket } from '@latchkey/server/testing/raw-http';
import { newUser, password, startService, type TestService } from '@latchkey/server/testing/service';
import { endSessions } from '@latchkey/server/testing/standing';
import { compare, hash } from '@node-rs/bcrypt';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

/*
 * One hash at a time, held until all requests have arrived: the order in which secrets are processed then shows which
 * request waited for which, however fast the machine is.
 */

const bystanderPassword = 'Bystander-Horse-7';
const attackerAddress = '203.0.113.66';
const elsewhere = '198.51.100.7';

/** A bcrypt that starts only when the gate opens, and the secrets it was given, in order. */
function gatedBcrypt() {
  const order: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gated = <A extends unknown[], T>(work: (secret: string | Uint8Array, ...more: A) => Promise<T>) => {
    return async (secret: string | Uint8Array, ...more: A) => {
      order.push(String(secret));
      await gate;
      return work(secret, ...more);
    };
  };
  return { order, open, bcrypt: { hash: gated(hash), compare: gated(compare) } as never };
}

const service = started(startService);
let bystander: { email: string };
beforeAll(async () => {
  bystander = await newUser(service, { password: bystanderPassword });
});

let gate: ReturnType<typeof gatedBcrypt>;
let busy: TestService;
beforeEach(async () => {
  gate = gatedBcrypt();
  const { database, clock } = service;
  const env = { ENABLE_EMAIL_LOGIN: 'true' };
  const hashing = { concurrency: 1, bcrypt: gate.bcrypt };
  busy = await startService({ database, clock, env, hashing, maxWaitMs: 10_000 });
});
afterEach(async () => {
  gate.open();
  await busy.close();
});

const times = <T>(many: number, make: (nth: number) => T): T[] =>
  Array.from({ length: many }, (_, nth) => make(nth));

const waiting = () => busy.turns.waiting().costly;

/** A user's session, used from this address. */
function from(address: string, { cookies }: Client): Client {
  const client = new Client(busy.url, address);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}

/** Sends all requests, and returns once each is waiting for its turn or answered. */
async function send(requests: (() => Promise<Answer>)[]): Promise<Promise<Answer>[]> {
  const arrived = () => busy.deps.hasher.waiting() + waiting() + Math.min(1, gate.order.length);
  const before = arrived();
  let open = requests.length;
  const answers = requests.map((request) => request().finally(() => open--));
  await expect.poll(() => arrived() - before >= open).toBe(true);
  return answers;
}

const login = (address: string, email: string, secret: string) => () =>
  busy.client(address).post('/api/auth/login', { email, password: secret });

/** How many turns came before this secret's. Ten backup codes, by then keyed digests, count as one. */
function placeOf(secret: string): number {
  const before = gate.order.slice(0, gate.order.indexOf(secret));
  const codes = before.filter((each) => /^[\w-]{43}$/.test(each)).length;
  return before.length - codes + codes / 10;
}

/** The bystander's login, sent after the attackers' requests, and how many turns came before it. */
async function bystandersPlace(attack: (() => Promise<Answer>)[], address = elsewhere) {
  const attackers = await send(attack);
  const [answer] = await send([login(address, bystander.email, bystanderPassword)]);
  gate.open();
  const status = (await answer)?.status;
  await Promise.all(attackers);
  return { status, place: placeOf(bystanderPassword) };
}

const setPassword = (client: Client, secret: string, currentPassword?: string) => () =>
  client.post('/api/users/profile', { password: secret, currentPassword });

const attacks: [name: string, attack: () => Promise<(() => Promise<Answer>)[]>, most?: number][] = [
  [
    'three accounts repeatedly changing their passwords from one address',
    async () => {
      const accounts = await Promise.all(times(3, () => newUser(service)));
      const clients = accounts.map(({ client }) => from(attackerAddress, client));
      return times(5, (nth) =>
        clients.map((client) => setPassword(client, `Another-Horse-${nth}`, password)),
      ).flat();
    },
  ],
  [
    'sixty accounts setting their first password from one address',
    async () => {
      const accounts = await Promise.all(times(60, () => newLoner(service)));
      return accounts.map(({ client }) => setPassword(from(attackerAddress, client), 'First-Horse-1'));
    },
  ],
  [
    'forty accounts at different addresses in one IPv6 network',
    async () => {
      const accounts = await Promise.all(times(40, () => newLoner(service)));
      return accounts.map(({ client }, nth) =>
        setPassword(from(`2001:db8:0:7::${nth + 1}`, client), 'First-Horse-1'),
      );
    },
  ],
  [
    'one account using fifty addresses',
    async () => {
      const { client } = await newLoner(service);
      return times(50, (nth) => setPassword(from(`203.0.113.${nth}`, client), `First-Horse-${nth}`));
    },
    // One from the first address, and two from all others together.
    3,
  ],
  [
    'reset links that are each tried repeatedly',
    async () => {
      const accounts = await Promise.all(times(6, () => newUser(service)));
      const links = await Promise.all(
        accounts.map(async ({ email, client }) => {
          await client.post('/api/auth/forgot-password', { email });
          return service.mailedToken(email);
        }),
      );
      return times(6, (nth) =>
        links.map((token) => () => {
          const body = { token, password: `Reset-Horse-${nth}` };
          return busy.client(attackerAddress).post('/api/auth/reset-password', body);
        }),
      ).flat();
    },
  ],
  [
    'repeated two-factor setup',
    async () => {
      const accounts = await Promise.all(times(6, () => newLoner(service)));
      const clients = accounts.map(({ client }) => from(attackerAddress, client));
      return times(6, () => clients.map((client) => () => client.post('/api/auth/2fa/setup'))).flat();
    },
  ],
  [
    'a flood of registrations',
    async () =>
      times(60, (nth) => () => {
        const email = `flood-${nth}-${service.clock.instant()}@example.com`;
        const body = { email, password, organizationName: 'Flood' };
        return busy.client(attackerAddress).post('/api/auth/register', body);
      }),
  ],
];

describe.each(attacks)('%s', (_name, attack, most = 2) => {
  test('cannot hold up a login from elsewhere: at most two hashes of each of its networks run before it', async () => {
    const { status, place } = await bystandersPlace(await attack());
    expect(status).toBe(200);
    expect(place).toBeGreaterThan(0);
    expect(place).toBeLessThanOrEqual(most);
  });

  test('cannot hold up a login from the same address: only the two requests under way go before it', async () => {
    const { status, place } = await bystandersPlace(await attack(), attackerAddress);
    expect(status).toBe(200);
    // A changed password takes up to seven hashes.
    expect(place).toBeLessThanOrEqual(2 * 7);
  });
});

test('a client that asks for more than ten seconds of hashes is told when to retry, and no one else is', async () => {
  const accounts = await Promise.all(times(60, () => newLoner(service)));
  const attack = accounts.map(({ client }) => setPassword(from(attackerAddress, client), 'First-Horse-1'));
  const attackers = await send(attack);
  // The others wait at the gate. They don't arrive in the order they were sent.
  const refused = await Promise.race(attackers);
  expect(refused.status).toBe(503);
  expect(refused.body.error.code).toBe('OVERLOADED');
  expect(Number(refused.headers.get('retry-after'))).toBe(11);
  expect(refused.headers.get('connection')).toBe('close');
  const [answer] = await send([login(elsewhere, bystander.email, bystanderPassword)]);
  gate.open();
  expect((await answer)?.status).toBe(200);
  // 300 ms each, and two are under way: 35 fit into ten seconds.
  const statuses = (await Promise.all(attackers)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 503)).toHaveLength(60 - 35);
});

test("logins to many unknown emails from one IP address don't hold up a login from elsewhere", async () => {
  const attack = times(60, (nth) => login(attackerAddress, `nobody-${nth}@example.com`, 'Wrong-Horse-7'));
  const { status, place } = await bystandersPlace(attack);
  expect(status).toBe(200);
  expect(place).toBeLessThanOrEqual(2);
});

test("a stolen session that floods the service from many addresses doesn't hold up its owner's login", async () => {
  const owner = await newUser(service, { password: 'Owner-Horse-7' });
  const thieves = times(5, (nth) => from(`203.0.113.${nth}`, owner.client));
  const hammering = thieves.flatMap((client, nth) => [
    setPassword(client, `Stolen-Horse-${nth}`, 'Wrong-Horse-7'),
    () => client.post('/api/auth/2fa/setup'),
    () => client.post('/api/auth/2fa/setup'),
  ]);
  const [first] = await send([() => from(elsewhere, owner.client).post('/api/auth/2fa/setup')]);
  const attackers = await send(hammering);
  const [answer] = await send([login(elsewhere, owner.email, 'Owner-Horse-7')]);
  gate.open();
  expect((await answer)?.status).toBe(200);
  await Promise.all([first, ...attackers]);
  // The owner's own setup, and two of the thief's.
  expect(placeOf('Owner-Horse-7')).toBeLessThanOrEqual(3);
});

describe('a password change', () => {
  test('takes turns for its seven hashes, so each of three logins waits for at most one of them', async () => {
    const { client } = await newUser(service);
    for (const nth of [1, 2, 3, 4]) {
      const current = nth === 1 ? password : `Earlier-Horse-${nth - 1}`;
      const body = { password: `Earlier-Horse-${nth}`, currentPassword: current };
      expect((await client.post('/api/users/profile', body)).status).toBe(200);
    }
    const changed = await send([
      setPassword(from(attackerAddress, client), 'Latest-Horse-5', 'Earlier-Horse-4'),
    ]);
    const logins: Promise<Answer>[] = [];
    for (const nth of [0, 1, 2]) {
      const address = `198.51.100.${nth}`;
      logins.push(...(await send([login(address, `nobody-${nth}@example.com`, `Login-Horse-${nth}`)])));
    }
    gate.open();
    expect((await changed[0])?.status).toBe(200);
    await Promise.all(logins);
    expect(gate.order.filter((secret) => !secret.startsWith('Login'))).toEqual([
      'Earlier-Horse-4',
      ...times(6, () => 'Latest-Horse-5'),
    ]);
    for (const nth of [0, 1, 2]) expect(placeOf(`Login-Horse-${nth}`)).toBeLessThanOrEqual(1 + 2 * nth);
  });

  test('counts against one from another address: of two at once, one is made', async () => {
    const { client } = await newUser(service);
    const changes = [attackerAddress, elsewhere].map((address, nth) =>
      setPassword(from(address, client), `Either-Horse-${nth}`, password),
    );
    const answers = await send(changes);
    gate.open();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 401]);
  });
});

describe('a flood from one address', () => {
  const width = 2;
  const flood = (many: number, address: (nth: number) => string = () => attackerAddress) =>
    times(many, (nth) => login(address(nth), `flood-${nth}@example.com`, `Flood-Horse-${nth}`));
  /** For how many of these emails a sign-in has asked the database: it takes a slot there before it hashes. */
  const asked = async (emails: string[]) => {
    const subjects = emails.map((email) => createHash('sha256').update(email).digest());
    const taken = await service.sql<{ subject: Buffer }[]>`SELECT subject FROM attempts`;
    return taken.filter(({ subject }) => subjects.some((each) => each.equals(subject))).length;
  };
  beforeEach(async () => {
    await service.sql`DELETE FROM attempts`;
  });

  test('waits before it asks the database for anything, all but the first of it', async () => {
    const attackers = await send(flood(width + 9));
    await expect.poll(() => asked(times(width + 9, (nth) => `flood-${nth}@example.com`))).toBe(width);
    expect(waiting()).toBe(9);
    gate.open();
    const statuses = (await Promise.all(attackers)).map(({ status }) => status);
    expect(statuses).toEqual(times(width + 9, () => 401));
  });

  test.each([
    ['reset links', '/api/auth/forgot-password'],
    ['verification links', '/api/auth/resend-verification'],
    ['unlock links', '/api/auth/request-unlock'],
    ['emailed codes', '/api/auth/email-code'],
  ])('that asks for %s waits before it asks the database for anything, too', async (_what, path) => {
    const ask = (address: string) => (nth: number) => () =>
      busy.client(address).post(path, { email: `asked-${nth}@example.com` });
    const { answers, left } = await service.sql.begin(async (tx) => {
      await tx`LOCK TABLE users`;
      const answers = times(width + 9, ask(attackerAddress)).map((send) => send());
      await expect.poll(waiting, { timeout: 60_000 }).toBe(9);
      answers.push(...times(2, ask(elsewhere)).map((send) => send()));
      return { answers, left: waiting() };
    });
    expect(left).toBe(9);
    for (const { status } of await Promise.all(answers)) expect(status).toBe(200);
  });

  test('waits for the turns of one network if it comes from one IPv6 network', async () => {
    const attackers = await send(flood(width + 3, (nth) => `2001:db8:0:7::${nth + 1}`));
    expect(waiting()).toBe(3);
    attackers.push(...(await send(flood(2, (nth) => `2001:db8:0:${nth + 8}::1`))));
    expect(waiting()).toBe(3);
    gate.open();
    await Promise.all(attackers);
  });

  test("that hangs up is forgotten, and doesn't hold up the next sign-in from there", async () => {
    const first = await send(flood(width));
    const gone = times(9, (nth) => `gone-${nth}@example.com`);
    const sockets = gone.map((email) => {
      const socket = openSocket(busy.url);
      socket.write(signIn(email));
      return socket;
    });
    await expect.poll(waiting).toBe(9);
    for (const socket of sockets) socket.destroy();
    // After ten seconds, they would be refused anyway.
    await expect.poll(waiting, { timeout: 8000 }).toBe(0);
    gate.open();
    await Promise.all(first);
    expect((await login(attackerAddress, bystander.email, bystanderPassword)()).status).toBe(200);
    expect(await asked(gone)).toBe(0);
  });

  test('can send everything on one connection and is answered one by one, or hang up and is forgotten', async () => {
    const emails = times(5, (nth) => `piped-${nth}@example.com`);
    const left = times(7, (nth) => `rude-${nth}@example.com`);
    const [patient, rude] = [openSocket(busy.url), openSocket(busy.url)];
    let answers = '';
    patient.on('data', (chunk) => {
      answers += chunk;
    });
    patient.write(emails.map(signIn).join(''));
    rude.write(left.map(signIn).join(''));
    await expect.poll(() => asked([...emails, ...left])).toBe(2);
    expect(await asked([emails[0] ?? '', left[0] ?? ''])).toBe(2);
    expect(waiting()).toBe(0);
    rude.destroy();
    gate.open();
    await expect.poll(() => answers.match(/HTTP\/1\.1 401/g)).toHaveLength(5);
    expect(await asked(left)).toBe(1);
  });

  test('of one account leaves another account there the next turn', async () => {
    const [one, other] = [await newLoner(service), await newLoner(service)];
    const client = from(attackerAddress, one.client);
    const attackers = await send(times(width + 5, (nth) => setPassword(client, `Mine-Horse-${nth}`)));
    const [answer] = await send([setPassword(from(attackerAddress, other.client), 'Other-Horse-1')]);
    gate.open();
    expect((await answer)?.status).toBe(200);
    await Promise.all(attackers);
  });

  test("that waited is refused if its caller's session has ended meanwhile", async () => {
    const [one, other] = [await newLoner(service), await newLoner(service)];
    const client = from(attackerAddress, one.client);
    const attackers = await send(times(width, (nth) => setPassword(client, `Mine-Horse-${nth}`)));
    const [answer] = await send([setPassword(from(attackerAddress, other.client), 'Late-Horse-1')]);
    expect(waiting()).toBe(1);
    await endSessions(service, other.id);
    service.clock.advance({ seconds: 2 });
    gate.open();
    expect((await answer)?.status).toBe(401);
    await Promise.all(attackers);
    expect(gate.order).not.toContain('Late-Horse-1');
  });

  test("doesn't include a change of names: it takes no hash", async () => {
    const attackers = await send(flood(width + 1));
    const { client } = await newLoner(service);
    const accounts = await Promise.all(times(width + 1, () => newLoner(service)));
    attackers.push(
      ...(await send(
        accounts.map((each) => setPassword(from(attackerAddress, each.client), 'First-Horse-1')),
      )),
    );
    const named = await from(attackerAddress, client).post('/api/users/profile', { firstName: 'Ada' });
    expect(named.status).toBe(200);
    gate.open();
    await Promise.all(attackers);
  });

  test('with an email that is no text is refused as invalid', async () => {
    const raw = '{"email": {"toString": 1}, "password": "Wrong-Horse-7"}';
    const headers = { 'content-type': 'application/json' };
    const answer = await busy.client(attackerAddress).post('/api/auth/login', undefined, { raw, headers });
    expect(answer.status).toBe(400);
  });

  test('is no office: thirty people who sign in at once from one address all do', async () => {
    const office = await send(flood(30));
    gate.open();
    for (const { status } of await Promise.all(office)) expect(status).toBe(401);
  });
});

/** A sign-in as its bytes, from the flooding address. */
function signIn(email: string): string {
  const body = JSON.stringify({ email, password: 'Wrong-Horse-7' });
  return [
    'POST /api/auth/login HTTP/1.1',
    'Host: latchkey.test',
    `X-Forwarded-For: ${attackerAddress}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
