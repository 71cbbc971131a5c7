import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { linesOf, type ShippedEvent } from '@latchkey/server/testing/destinations';
import { removeServers } from '@latchkey/server/testing/postgres-servers';
import { afterAll, afterEach, expect, test } from 'vitest';
import { flag } from '../flag.ts';
import { createHttp, type Http } from '../load/http.ts';
import { mustBe, newPerson, type Person } from '../load/people.ts';
import { type Node, removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';
import { keepServer } from './server.ts';

/** Few, since each costs the half minute for which a dead node's batch stays its own. */
const kills = Math.min(20, flag('service', 4));
const limit = flag('minutes', 60) * 60_000;
const writers = 4;

const report = createReport('faults-destinations', [
  'service killed',
  'acknowledged changes',
  'events in the stream',
  'arrived',
  'sent again',
  'minutes',
]);
afterAll(() => report.write());
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await removeNodes();
  await removeServers();
});

/** Keeps what arrives, and kills the sender at every second batch: by turns before it is answered, and as soon as it is. */
async function startKiller(node: () => Node) {
  const batches: { body: string }[] = [];
  const state = { killed: 0, restarts: Promise.resolve() };
  const kill = () => {
    state.killed++;
    const restart = () => node().start();
    state.restarts = node().kill().then(restart);
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8') as AsyncIterable<string>) body += chunk;
    batches.push({ body });
    const isFatal = state.killed < kills && batches.length % 2 === 0;
    if (isFatal && state.killed % 2 === 0) return kill();
    response.writeHead(204).end();
    if (isFatal) response.once('finish', kill);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  closing.push(() => server.closeAllConnections());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, batches, state };
}

type Writing = { http: Http; base: string; person: Person; names: Set<string>; goesOn(): boolean };

/** Renames a key again and again. What isn't acknowledged is tried again with another name. */
async function rename({ http, base, person, names, goesOn }: Writing): Promise<void> {
  const { headers } = person;
  const asked = { method: 'POST', path: '/api/keys', headers, body: { name: 'new' } };
  const { id } = mustBe(201, await http.send(base, asked)).body;
  for (let nth = 0; goesOn(); nth++) {
    const name = `${id} ${nth}`;
    const { status } = await http.send(base, {
      method: 'PATCH',
      path: `/api/keys/${id}`,
      headers,
      body: { name },
    });
    if (status === 200) names.add(name);
    await pause(20);
  }
}

async function streamOf(http: Http, base: string, { headers }: Person): Promise<ShippedEvent[]> {
  const events: ShippedEvent[] = [];
  for (let after = ''; ; ) {
    const path = `/api/organizations/current/events?limit=1000${after && `&after=${after}`}`;
    const { body } = mustBe(200, await http.send(base, { method: 'GET', path, headers }));
    events.push(...body.events);
    if (body.events.length < 1000) return events;
    after = body.nextCursor;
  }
}

const firstArrivals = (batches: { body: string }[]) => [...new Set(linesOf(batches).map(({ id }) => id))];

test('a service killed while it sends leaves no gap at an event destination, and changes no order', async () => {
  const began = Date.now();
  const latest = began + limit;
  const database = await keepServer();
  closing.push(() => database.stop());
  const env = {
    NODE_ENV: 'development',
    DATABASE_URL: database.url,
    WEBHOOK_ALLOWED_NETWORKS: 'loopback',
  };
  const node = await startNode(env);
  const killer = await startKiller(() => node);
  const http = createHttp();
  closing.push(() => http.close());
  const person = await newPerson(http, node.url);
  const path = '/api/organizations/current/destinations';
  const body = { name: 'Archive', kind: 'http', settings: { url: killer.url } };
  const made = { method: 'POST', path, headers: person.headers, body };
  const { destination } = mustBe(201, await http.send(node.url, made)).body;
  const names = new Set<string>();
  const goesOn = () => killer.state.killed < kills && Date.now() < latest;
  const writing = { http, base: node.url, person, names, goesOn };
  await Promise.all(Array.from({ length: writers }, () => rename(writing)));
  await killer.state.restarts;
  const stream = await streamOf(http, node.url, person);
  const start = stream.findIndex(({ data }) => (data.destination as { id?: string })?.id === destination.id);
  const expected = stream.slice(start).map(({ id }) => id);
  while (firstArrivals(killer.batches).length < expected.length && Date.now() < latest) await pause(500);
  const arrived = firstArrivals(killer.batches);
  const all = linesOf(killer.batches);
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  const figures = [stream.length, arrived.length, all.length - arrived.length, minutes];
  report.add([killer.state.killed, names.size, ...figures]);
  const told = new Set(all.map(({ data }) => (data.apiKey as { name?: string })?.name));
  expect([...names].filter((name) => !told.has(name)).slice(0, 5)).toEqual([]);
  expect(arrived.slice(0, expected.length)).toEqual(expected);
  expect(killer.state.killed).toBe(kills);
});
