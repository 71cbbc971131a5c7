import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import { call, each } from '../http.mjs';
import { startLatchkey } from '../latchkey.mjs';
import { logInSteadily } from '../logins.mjs';
import { connect } from '../postgres.mjs';
import { defer } from '../processes.mjs';
import { say } from '../progress.mjs';
import { seedPeople, signIn } from '../seed.mjs';
import { ratioSpread, spreadOf, steadyRate } from '../statistics.mjs';

export const title = 'Webhooks';

/** As many as an organization may have. */
const endpoints = 10;
const eventCount = 1000;
const hashers = availableParallelism();
const patienceMs = 60_000;

/**
 * How fast one node delivers, and how that affects logins. The receiver speaks HTTP, which production refuses, so this
 * service runs in development mode.
 * @param {import('../stage.mjs').Stage} stage
 * @returns {Promise<import('../report/section.mjs').Section>}
 */
export async function run(stage) {
  const { quick, rounds: wanted } = stage.options;
  const rounds = quick ? Math.min(2, wanted) : wanted;
  const receiver = await openReceiver();
  const place = await setUp(stage, receiver);
  const rates = [];
  for (let round = 1; round <= rounds; round++) {
    rates.push(await replayAll(place, receiver));
    say(`round ${round} of ${rounds}: ${Math.round(rates.at(-1))} deliveries/s`);
  }
  const logins = await compareLogins(place, { rounds, seconds: quick ? 4 : 10 });
  return {
    lines: [
      {
        id: 'webhooks.rate',
        text: `deliveries to ${endpoints} endpoints on this machine, by one node`,
        unit: '/s',
        spread: spreadOf(rates),
        target: { min: 500 },
      },
      {
        id: 'webhooks.login',
        text: 'logins with every login delivered to a webhook, against logins without',
        unit: '×',
        spread: ratioSpread(logins.beside, logins.without),
        target: { min: 0.95 },
      },
    ],
    tables: [
      {
        caption: `Logins on ${hashers * 4} connections, bcrypt at cost 12.`,
        columns: ['', 'a second'],
        digits: [0, 2],
        rows: [
          ['without a webhook', spreadOf(logins.without)],
          ['every login delivered to a webhook', spreadOf(logins.beside)],
        ],
      },
    ],
  };
}

/** Responds at once, and records when. */
function openReceiver() {
  const arrivals = [];
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      arrivals.push(performance.now());
      response.writeHead(204).end();
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      defer(() => server.close());
      server.unref();
      resolve({ url: `http://127.0.0.1:${server.address().port}/hook`, arrivals });
    });
  });
}

/** A service with people, one of whom owns an organization with events and endpoints. */
async function setUp({ scratch, mail, server }, receiver) {
  const database = await server.create('webhooks');
  const env = { NODE_ENV: 'development', LOG_LEVEL: 'warn', WEBHOOK_ALLOWED_NETWORKS: 'loopback' };
  const { url } = await startLatchkey({ scratch, mail, database, env });
  const sql = connect(database);
  defer(() => sql.end({ timeout: 5 }));
  await seedPeople(sql, 1);
  await sql`UPDATE organization_members SET role = 'OWNER' WHERE email = 'person1@example.com'`;
  const [owner] = await signIn(url, [1]);
  const headers = { Cookie: owner.cookie, 'X-CSRF-Token': owner.csrf };
  const current = `${url}/api/organizations/current`;
  const rename = (_, nth) => send(200, current, { method: 'PATCH', headers, json: { name: `Name ${nth}` } });
  await each(Array.from({ length: eventCount }), 8, rename);
  const add = () =>
    send(201, `${current}/webhooks`, {
      method: 'POST',
      headers,
      json: { url: receiver.url, events: ['organization.updated'] },
    });
  const made = await each(Array.from({ length: endpoints }), 1, add);
  const replays = made.map(({ webhook }) => `${current}/webhooks/${webhook.id}/replay`);
  return { url, sql, headers, replays };
}

/** Replays every event to every endpoint: arrivals per second, from the first to the last. */
async function replayAll({ headers, replays }, { arrivals }) {
  arrivals.length = 0;
  const json = { since: '2020-01-01T00:00:00Z' };
  for (const replay of replays) await send(200, replay, { method: 'POST', headers, json });
  const latest = performance.now() + patienceMs;
  while (arrivals.length < eventCount * endpoints) {
    if (performance.now() > latest) throw new Error(`only ${arrivals.length} deliveries arrived`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return steadyRate(arrivals, endpoints * 2);
}

/** The two take turns going first. One endpoint becomes the service's own, and hears about every login. */
async function compareLogins({ url, sql }, { rounds, seconds }) {
  const logins = { without: [], beside: [] };
  await sql`UPDATE webhooks SET enabled = false`;
  const [{ id }] = await sql`
    UPDATE webhooks SET organization_id = NULL, events = '{login.*}'
     WHERE id = (SELECT id FROM webhooks LIMIT 1) RETURNING id`;
  for (let round = 1; round <= rounds; round++) {
    for (const each of round % 2 === 1 ? ['without', 'beside'] : ['beside', 'without']) {
      await sql`UPDATE webhooks SET enabled = ${each === 'beside'} WHERE id = ${id}`;
      const moments = await logInSteadily(url, { connections: hashers * 4, seconds });
      logins[each].push(steadyRate(moments, hashers));
    }
    say(
      `round ${round} of ${rounds}: ${logins.without.at(-1).toFixed(2)} logins/s, ${logins.beside.at(-1).toFixed(2)} beside`,
    );
  }
  return logins;
}

async function send(status, url, options) {
  const answer = await call(url, options);
  if (answer.status !== status)
    throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
  return answer.body;
}
