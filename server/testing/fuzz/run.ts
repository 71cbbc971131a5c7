import { type Endpoint, endpoints } from '@latchkey/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actors, enact } from '../matrix/actors.ts';
import { fill, type RouteName } from '../matrix/requests.ts';
import { refusalOf } from '../matrix/verdicts.ts';
import { password, startService, type TestService } from '../service.ts';
import { callOf, urlOf } from './calls.ts';
import { damaged, diceOf, oneOf, type Parcel, parcelOf } from './damage.ts';
import { flows } from './flows.ts';
import { type Document, type Judge, type Judged, judgeBy, routeOf } from './judge.ts';
import { Tally } from './tally.ts';
import { createWorld, refill, type Sender, type World } from './world.ts';

type Options = { seed: number; requests: number; minutes: number };
const options = JSON.parse(process.env.LATCHKEY_FUZZ ?? '{}') as Options;
const { seed = Date.now() % 1_000_000, requests = 1_000_000, minutes = 120 } = options;

const perWorld = 50_000;
const perRound = 3000;
const atOnce = 32;
const routes = Object.entries(endpoints as Record<string, Endpoint>) as [RouteName, Endpoint][];

const tally = new Tally();
const started = Date.now();
const isOver = () => tally.requests >= requests || Date.now() - started > minutes * 60_000;
let judge: Judge;
let world = 0;

/** Judges a response and records what is wrong with it, with all that is needed to send the request again. */
function note(
  method: string,
  url: string,
  parcel: Omit<Parcel, 'path'>,
  answer: Judged,
  sender: string,
): void {
  const found = routeOf(method, url);
  if (!found) return;
  tally.add(found.name, found.route, answer.status, sender);
  const faults = judge(found.route, answer, jsonOf(parcel));
  if (faults.length === 0) return;
  const sent = typeof parcel.raw === 'string' ? parcel.raw.slice(0, 1000) : (parcel.raw?.length ?? '');
  const request = `${found.name}: ${method} ${url} by ${sender} ${JSON.stringify(parcel.headers)} ${sent}`;
  tally.violations.push({ world, request, faults });
  show(`${found.name} ${faults[0]?.slice(0, 60)}`, request, faults);
}

const shown = new Map<string, number>();

/** Shows only the first two of a kind. */
function show(kind: string, request: string, faults: unknown): void {
  const many = (shown.get(kind) ?? 0) + 1;
  shown.set(kind, many);
  if (many <= 2) console.log(`world ${world}: ${request}`, faults);
}

function jsonOf({ raw, headers }: Omit<Parcel, 'path'>): unknown {
  if (typeof raw !== 'string' || headers['content-type'] !== 'application/json') return undefined;
  try {
    return JSON.parse(raw);
  } catch {
    return undefined;
  }
}

/** Bypasses the socket, so the service gets the time that the network would take. */
async function send(service: TestService, { method }: Endpoint, parcel: Parcel, sender: Sender) {
  const { client } = sender;
  const csrf = client.cookies.get('csrf_token');
  const headers = {
    'user-agent': client.userAgent,
    ...(sender.name !== atMachine.name && { 'x-forwarded-for': client.ipAddress }),
    ...(client.cookies.size > 0 && {
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }),
    ...(csrf && parcel.csrf !== false && { 'x-csrf-token': csrf }),
    ...(client.bearer && { authorization: `Bearer ${client.bearer}` }),
    ...parcel.headers,
  };
  const payload = typeof parcel.raw === 'object' ? Buffer.from(parcel.raw) : parcel.raw;
  const began = performance.now();
  const answer = await service.inject({
    method,
    url: parcel.path,
    headers,
    ...(payload !== undefined && { payload }),
  });
  tally.took(performance.now() - began);
  const get = (name: string) => {
    const value = answer.headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  };
  note(
    method,
    parcel.path,
    parcel,
    { status: answer.statusCode, text: answer.body, headers: { get } },
    sender.name,
  );
  return answer.statusCode;
}

/** A request failed that should have succeeded. That is a fault unless the service was overloaded. */
function failed(request: string, error: unknown): void {
  if (error instanceof Error && /\b503 |OVERLOADED|UNAVAILABLE/.test(error.message)) return;
  tally.violations.push({ world, request, faults: [String(error)] });
  show(request, request, error);
}

const atMachine = {
  name: 'a browser on the machine',
  env: { NODE_ENV: 'development', BASE_URL: 'http://localhost:3000', TRUST_PROXY: '' },
  person: { email: 'first@example.com', password, confirmPassword: password, firstName: 'First' },
};

/** Requests that work only from a browser on the machine itself, while the service has no accounts. */
async function localRequests(dice: () => number): Promise<void> {
  const service = await startService({ env: atMachine.env });
  const client = service.client();
  const sender = { name: atMachine.name, client, revive: async () => client };
  for (const [, route] of routes.filter(([, { local }]) => local)) {
    const filled = { path: route.path, ...(route.body && { body: atMachine.person }) };
    for (let attempt = 0; attempt < 20; attempt++) await send(service, route, damaged(filled, dice), sender);
    await send(service, route, parcelOf(filled), sender);
  }
  readLog(service);
  await service.close();
}

/** Sends every route its own valid request, and one with something wrong. */
async function wholeRequests(there: World, dice: () => number): Promise<void> {
  for (const [name, route] of routes) {
    if (isOver()) return;
    if (route.local) continue;
    await wholeRequest(there, dice, name, route).catch((error: unknown) => failed(`whole ${name}`, error));
  }
}

async function wholeRequest(
  { service, senders }: World,
  dice: () => number,
  name: RouteName,
  route: Endpoint,
) {
  const actor = oneOf(
    dice,
    actors.filter((each) => !refusalOf(route, each)),
  );
  const caller = await enact(service, actor);
  const sender = { name: actor.name, client: caller.client, revive: async () => caller.client };
  const filled = await fill(name, route, { service, caller, whose: dice() < 0.85 ? 'own' : 'foreign' });
  for (let attempt = 0; attempt < 6; attempt++) {
    const who = attempt % 2 ? sender : oneOf(dice, senders);
    await send(service, route, damaged(filled, dice), who);
  }
  await send(service, route, parcelOf(filled), sender);
  await send(service, route, parcelOf(filled), sender);
  await untilReached(service, name, route);
}

/** The route's own rules refuse some of the actors who are let in, so others try too. */
async function untilReached(service: TestService, name: RouteName, route: Endpoint): Promise<void> {
  for (const actor of actors.filter((each) => !refusalOf(route, each))) {
    if (tally.reached.has(name)) return;
    const caller = await enact(service, actor);
    const sender = { name: actor.name, client: caller.client, revive: async () => caller.client };
    await send(service, route, parcelOf(await fill(name, route, { service, caller, whose: 'own' })), sender);
  }
}

/** Sends any request from any sender, many at a time. */
async function anything({ service, strict, senders, known }: World, round: number): Promise<void> {
  const who = fc.nat(senders.length - 1);
  const each = Math.ceil(perRound / routes.length);
  const calls = routes.flatMap(([, route], at) =>
    fc
      .sample(callOf(route, known, who), { seed: round * 1000 + at, numRuns: each })
      .map((call) => ({ route, call })),
  );
  const dice = diceOf(round);
  const order = calls.map((call) => ({ call, at: dice() })).sort((a, b) => a.at - b.at);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = order.pop(); next && !isOver(); next = order.pop()) {
        const { route, call } = next.call;
        const isLimited = dice() < 0.05 && route !== endpoints.resetRateLimits;
        const parcel = {
          path: urlOf(route, call),
          headers: {
            ...(call.body?.type && { 'content-type': call.body.type }),
            // From one address, or the requests would never hit a limit.
            ...(isLimited && { 'x-forwarded-for': '203.0.113.7' }),
          },
          ...(call.body && { raw: call.body.raw }),
          ...(dice() < 0.05 && { csrf: false as const }),
        };
        await send(isLimited ? strict : service, route, parcel, senders[call.who] as Sender);
      }
    }),
  );
}

/** Replaces anyone who was signed out, demoted or deleted in the meantime with someone like them. */
async function reviveAll({ service, senders, known }: World): Promise<void> {
  for (const sender of senders) {
    const status = await send(service, endpoints.me, { path: endpoints.me.path, headers: {} }, sender);
    if (status !== 200 && sender.name !== 'nobody') sender.client = await sender.revive();
  }
  await refill(service, known);
  service.clock.advance({ seconds: 20 });
}

/** Reads the service's log: an error there is a fault, whatever the response was. */
function readLog(service: TestService): void {
  for (const line of service.logged) {
    if (!line.includes('"level":"error"') && !line.includes('"level":"fatal"')) continue;
    tally.violations.push({ world, request: 'in the log', faults: [line.slice(0, 2000)] });
    show('in the log', 'in the log', line.slice(0, 2000));
  }
  service.logged.length = 0;
}

function sayHowFar(): void {
  const rate = Math.round(tally.requests / ((Date.now() - started) / 1000));
  console.log(`${tally.requests} requests, ${tally.violations.length} violations, ${rate}/s`);
}

async function live(number: number): Promise<void> {
  world = number;
  const dice = diceOf(seed + number);
  const there = await createWorld((method, path, sent = {}, answer) => {
    const raw = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body));
    const headers = sent.body === undefined ? {} : { 'content-type': 'application/json' };
    note(
      method,
      path,
      { headers: { ...headers, ...sent.headers }, ...(raw !== undefined && { raw }) },
      answer,
      'flow',
    );
  });
  for (const [name, flow] of Object.entries(flows))
    await flow(there.journey).catch((error: unknown) => failed(`flow ${name}`, error));
  await localRequests(dice);
  await wholeRequests(there, dice);
  const until = Math.min(requests, tally.requests + perWorld);
  for (let round = 0; tally.requests < until && !isOver(); round++) {
    await anything(there, (seed + number) * 1000 + round);
    await reviveAll(there);
    readLog(there.service);
    readLog(there.strict);
    if (round % 5 === 0) sayHowFar();
  }
  await there.close();
}

test(`${requests} requests from seed ${seed} cause no violations`, { timeout: 0 }, async () => {
  const service = await startService();
  judge = judgeBy((await service.client().get('/api/openapi.json')).body as Document);
  await service.close();
  const unhandled: unknown[] = [];
  const keep = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', keep);
  let worlds = 0;
  for (; !isOver(); worlds++) {
    await live(worlds);
  }
  process.off('unhandledRejection', keep);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`\n${tally.table({ seed, worlds, seconds })}\n`);
  expect(unhandled).toEqual([]);
  expect(tally.violations.length).toBe(0);
  expect(tally.neverReached()).toEqual([]);
});
