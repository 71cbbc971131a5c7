import { findPgBouncer, startPgBouncer } from '@latchkey/server/testing/pgbouncer';
import { removeServers, userInfo } from '@latchkey/server/testing/postgres-servers';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { keepServer } from '../faults/server.ts';
import { flag } from '../flag.ts';
import { createHttp, type Http, type Reply } from '../load/http.ts';
import { newPerson } from '../load/people.ts';
import { removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';
import { startMailbox } from '../smtp.ts';
import { watchPooler } from './watch.ts';

const program = findPgBouncer('the rounds behind PgBouncer');
const rounds = flag('rounds', 20);
const atOnce = 60;
const slowestMs = 5000;
const prepare = process.env.LAB_PREPARE;
const [user = '', password = ''] = userInfo.split(':').map(decodeURIComponent);

const report = createReport('pooler', [
  'set-up',
  'rounds',
  'requests',
  'slowest (ms)',
  'over 5 s',
  'not 200',
  'minutes',
]);
afterAll(() => report.write());
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await removeNodes();
  for (const close of closing.splice(0).reverse()) await close();
  await removeServers();
});

/** The service behind a PgBouncer with nothing else set. */
async function start(pool: number, processes: number) {
  const database = await keepServer();
  closing.push(() => database.stop());
  const server = { port: database.port, user, password };
  const bouncer = await startPgBouncer(program ?? '', server, {
    default_pool_size: String(pool),
    admin_users: user,
  });
  closing.push(() => bouncer.stop());
  const place = `postgres://${userInfo}@127.0.0.1:${bouncer.port}`;
  const watch = watchPooler(`${place}/pgbouncer`, database.url);
  closing.push(() => watch.close());
  const mailbox = await startMailbox();
  closing.push(() => mailbox.close());
  const { url } = await startNode({
    DATABASE_URL: `${place}/postgres`,
    SMTP_URL: mailbox.url,
    WEB_CONCURRENCY: String(processes),
    ...(prepare && { DATABASE_PREPARE: prepare }),
  });
  return { base: url, watch };
}

/** A new person signs in, and that session sends everything at once: two thirds read, one third writes. */
async function round(http: Http, base: string): Promise<Reply[]> {
  const { headers } = await newPerson(http, base);
  const requests = Array.from({ length: atOnce }, (_, nth) =>
    nth % 3 === 2
      ? { method: 'POST', path: '/api/users/profile', headers, body: { firstName: `Name ${nth}` } }
      : { method: 'GET', path: nth % 3 ? '/api/users/profile' : '/api/auth/me', headers },
  );
  return Promise.all(requests.map((request) => http.send(base, request)));
}

const setups = [1, 2].flatMap((processes) => [2, 5].map((pool) => ({ pool, processes })));

describe.skipIf(!program)('behind PgBouncer in transaction mode, no request waits', () => {
  for (const { pool, processes } of setups) {
    const name = `pool of ${pool}, ${processes === 1 ? 'one process' : `${processes} processes`}`;
    test(name, async () => {
      const { base, watch } = await start(pool, processes);
      const http = createHttp();
      closing.push(async () => http.close());
      const began = Date.now();
      const slow: string[] = [];
      const wrong: string[] = [];
      let longest = 0;
      for (let nth = 1; nth <= rounds; nth++) {
        const from = performance.now();
        const known = slow.length;
        for (const { status, ms, body } of await round(http, base)) {
          longest = Math.max(longest, ms);
          if (ms > slowestMs) slow.push(`round ${nth}: ${status} after ${Math.round(ms)} ms`);
          if (status !== 200) wrong.push(`round ${nth}: ${status} ${JSON.stringify(body)}`);
        }
        if (slow.length > known) console.log(`round ${nth}: ${await watch.since(from)}`);
      }
      const minutes = ((Date.now() - began) / 60_000).toFixed(1);
      const figures = [rounds, rounds * atOnce, Math.round(longest), slow.length, wrong.length, minutes];
      report.add([name, ...figures]);
      expect({ slow: slow.slice(0, 5), wrong: wrong.slice(0, 5) }).toEqual({ slow: [], wrong: [] });
    });
  }
});
