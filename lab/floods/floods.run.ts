import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@latchkey/server/testing/client';
import { urlOf } from '@latchkey/server/testing/command';
import { started } from '@latchkey/server/testing/lifetime';
import { newLoner, newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createHasher } from '../../server/src/platform/crypto/passwords.ts';
import { flag } from '../flag.ts';
import { createHttp, type Http } from '../load/http.ts';
import { type Node, removeNodes, secrets, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';
import { startMailbox } from '../smtp.ts';
import { type Asked, startCrowd } from './crowd.ts';

/*
 * Floods from one address, at bcrypt cost 12: a thousand requests at once, each for another account; connections that write
 * for one account or check a session as often as they are answered; thousands of requests sent ahead on a few. Meanwhile one
 * person signs in from elsewhere, another one from the flooding address, and a third one uses a session.
 */

const size = flag('size', 1000);
const signIns = flag('signins', 2);
const retry = process.env.LAB_RETRY;
const slowestMs = { proxied: 2000, direct: 3000, check: 250 };
const flooding = '203.0.113.66';
const elsewhere = '198.51.100.7';
const elsewhereToo = '198.51.100.8';
const password = 'Correct-Horse-7';

const roomy = Object.fromEntries(
  ['FORGOT_PASSWORD', 'RESET_PASSWORD', '2FA_SETUP', 'EMAIL_CODE'].map((name) => [
    `RATE_LIMIT_${name}`,
    '1000000/1h',
  ]),
);
const service = started(() => startService({ env: secrets }));
const mailbox = started(startMailbox);

const report = createReport('floods', [
  'flood',
  'sign-in alone (ms)',
  'from elsewhere, open connection',
  'from elsewhere, new connection',
  'from the same address',
  'session check, median',
  'slowest',
  'CPU seconds',
  'answers to the flood',
]);
afterAll(() => report.write());
afterEach(removeNodes);

type Account = Person & { token: string };
const newcomers: Account[] = [];
const members: Account[] = [];
let owner: Person['client'];
beforeAll(async () => {
  const passwordHash = await createHasher({ cost: 12 }).hash(password);
  for (const group of [newcomers, members])
    while (group.length < size) {
      const some = await Promise.all(Array.from({ length: 20 }, () => newLoner(service)));
      group.push(...some.map((person) => ({ ...person, token: '' })));
    }
  owner = (await newOrganization(service)).owner.client;
  const ids = members.map(({ id }) => id);
  await service.sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ANY(${ids})`;
}, 600_000);

/** A new link for each of them, as an email would bring it. */
async function linksFor(accounts: Account[]): Promise<void> {
  for (const account of accounts) {
    account.token = randomBytes(32).toString('base64url');
    const tokenHash = createHash('sha256').update(account.token).digest();
    await service.sql`DELETE FROM one_time_tokens WHERE user_id = ${account.id}`;
    await service.sql`
      INSERT INTO one_time_tokens (token_hash, kind, user_id, email, expires_at, created_at)
      VALUES (${tokenHash}, 'password_reset', ${account.id}, ${account.email}, now() + interval '1 hour', now())`;
  }
}

const times = <T>(make: (nth: number) => T): T[] => Array.from({ length: size }, (_, nth) => make(nth));
const many = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth));
const one = (accounts: Account[], nth: number) => accounts[nth] as Account;
const from = { address: flooding };
const changed = (nth: number) => ({ currentPassword: password, password: `Another-Horse-${nth}` });

let round = 0;
const floods: [name: string, ask: () => Asked[] | Promise<Asked[]>][] = [
  [
    'sign-ins',
    () =>
      times((nth) => ({
        ...from,
        path: '/api/auth/login',
        body: { email: `nobody-${round}-${nth}@example.com`, password },
      })),
  ],
  [
    'registrations',
    () =>
      times((nth) => ({
        ...from,
        path: '/api/auth/register',
        body: { email: `flood-${round}-${nth}@example.com`, password, organizationName: 'Flood' },
      })),
  ],
  [
    'first passwords',
    () =>
      times((nth) => ({
        ...from,
        path: '/api/users/profile',
        body: { password },
        cookies: one(newcomers, nth).client.cookies,
      })),
  ],
  [
    'first passwords from one IPv6 network',
    () =>
      times((nth) => ({
        address: `2001:db8:0:7::${(nth + 1).toString(16)}`,
        path: '/api/users/profile',
        body: { password },
        cookies: one(newcomers, nth).client.cookies,
      })),
  ],
  [
    'changed passwords',
    () =>
      times((nth) => ({
        ...from,
        path: '/api/users/profile',
        body: changed(nth),
        cookies: one(members, nth).client.cookies,
      })),
  ],
  [
    'changed passwords of one account from many addresses',
    () =>
      times((nth) => ({
        address: `203.0.${nth >> 8}.${nth & 255}`,
        path: '/api/users/profile',
        body: changed(nth),
        cookies: one(members, 0).client.cookies,
      })),
  ],
  [
    'reset links',
    async () => {
      await linksFor(members);
      return times((nth) => ({
        ...from,
        path: '/api/auth/reset-password',
        body: { token: one(members, nth).token, password: `Reset-Horse-${nth}` },
      }));
    },
  ],
  [
    'requests for reset links',
    () =>
      times((nth) => ({
        ...from,
        path: '/api/auth/forgot-password',
        body: { email: one(members, nth).email },
      })),
  ],
  [
    'two-factor setups',
    () =>
      times((nth) => ({
        ...from,
        path: '/api/auth/2fa/setup',
        body: {},
        cookies: one(newcomers, nth).client.cookies,
      })),
  ],
  ...[400, 1200].flatMap((connections): [string, () => Asked[]][] => [
    [
      `writes of one account on ${connections} connections`,
      () =>
        many(connections, (nth) => ({
          ...from,
          method: 'PATCH',
          path: '/api/organizations/current',
          body: { name: `Named ${nth}` },
          cookies: owner.cookies,
          ahead: 1,
        })),
    ],
    [
      `session checks on ${connections} connections`,
      () =>
        many(connections, () => ({
          ...from,
          method: 'GET',
          path: '/api/auth/me',
          cookies: owner.cookies,
          ahead: 1,
        })),
    ],
  ]),
  [
    'session checks, 900 sent ahead on each of 8 connections',
    () =>
      many(8, () => ({
        ...from,
        method: 'GET',
        path: '/api/auth/me',
        cookies: owner.cookies,
        ahead: 900,
      })),
  ],
  [
    'anonymous reads, 900 sent ahead on each of 8 connections',
    () => many(8, () => ({ ...from, method: 'GET', path: `/api/invites/${'x'.repeat(43)}`, ahead: 900 })),
  ],
];

/** Milliseconds until the answer, which must be one of these. */
async function timed(expected: number[], ask: () => Promise<{ status: number }>): Promise<number> {
  const begun = performance.now();
  const { status } = await ask();
  expect(expected).toContain(status);
  return Math.round(performance.now() - begun);
}

async function start(): Promise<Node> {
  const DATABASE_URL = urlOf(service.database.connection);
  return startNode({ ...roomy, DATABASE_URL, TRUST_PROXY: 'loopback', SMTP_URL: mailbox.url });
}

const middle = (figures: number[]) => figures.toSorted((a, b) => a - b)[figures.length >> 1] ?? 0;

/** CPU seconds that the service's own thread has used, without those that hash. Says more than the clock on a busy machine. */
function ownSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/**
 * People who sign in: from elsewhere on a connection that is open already, as a proxy keeps it, and on a new one; and from
 * the flooding address. One more uses a session.
 */
async function settle(url: string) {
  const people = ['proxied', 'direct', 'neighbor', 'session'].map((who) => `${who}-${round}@example.com`);
  for (const email of people) {
    const body = { email, password, organizationName: 'Home' };
    await timed([201], () => new Client(url).post('/api/auth/register', body));
  }
  const signIn = (nth: number, address: string, expected: number[], http: Http) => () => {
    const body = { email: people[nth], password };
    const headers = { 'x-forwarded-for': address };
    return timed(expected, () => http.send(url, { method: 'POST', path: '/api/auth/login', headers, body }));
  };
  const using = new Client(url, elsewhere);
  await timed([200], () => using.post('/api/auth/login', { email: people[3], password }));
  return {
    check: () => timed([200], () => using.get('/api/auth/me')),
    proxied: signIn(0, elsewhere, [200], createHttp(1)),
    direct: () => signIn(1, elsewhereToo, [200], createHttp(1))(),
    // It waits in the line of the flood, so it may be refused like any other request there.
    neighbor: signIn(2, flooding, [200, 503], createHttp(1)),
  };
}

/** What the people notice while the flood lasts. */
async function endure(people: Awaited<ReturnType<typeof settle>>) {
  const checks: number[] = [];
  let isOver = false;
  const checking = (async () => {
    while (!isOver) {
      checks.push(await people.check());
      await pause(100);
    }
  })();
  const repeat = async (signIn: () => Promise<number>) => {
    const waits: number[] = [];
    for (let nth = 0; nth < signIns; nth++) waits.push(await signIn());
    return Math.max(...waits);
  };
  const [proxied, direct, neighbor] = await Promise.all(
    [people.proxied, people.direct, people.neighbor].map(repeat),
  );
  isOver = true;
  await checking;
  return { proxied, direct, neighbor, checks };
}

for (const [name, ask] of floods)
  test(`a person elsewhere signs in, and uses a session, during a flood of ${name}`, async () => {
    round++;
    const { url, pid } = await start();
    const people = await settle(url);
    const alone = [];
    for (let nth = 0; nth < 3; nth++) alone.push(await people.proxied());
    const asked = await ask();
    const before = ownSeconds(pid());
    const crowd = await startCrowd(url, asked, retry ? Number(retry) * 1000 : undefined);
    const { proxied = 0, direct = 0, neighbor = 0, checks } = await endure(people);
    const answers = Object.entries({ ...crowd.statuses, open: crowd.open() });
    crowd.end();
    report.add([
      name,
      middle(alone),
      proxied,
      direct,
      neighbor,
      middle(checks),
      Math.max(...checks),
      (ownSeconds(pid()) - before).toFixed(1),
      answers.map((pair) => pair.join(': ')).join(', '),
    ]);
    expect(proxied).toBeLessThan(slowestMs.proxied);
    expect(direct).toBeLessThan(slowestMs.direct);
    expect(Math.max(...checks)).toBeLessThan(slowestMs.check);
  });
