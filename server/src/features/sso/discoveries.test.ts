import { proveDomain } from '@latchkey/server/testing/domains';
import { eventually } from '@latchkey/server/testing/eventually';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization } from '@latchkey/server/testing/organizations';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createDiscoveries } from './discoveries.ts';

const document = '/.well-known/openid-configuration';
const world = started(() => startWithIdp({ env: { RATE_LIMIT_MAX: '100000' } }));

const timesAsked = () => world.idp.asked.filter((path) => path === document).length;
const start = async (path: string) =>
  (await world.service.client().get(path, { csrf: false })).headers.get('location') ?? '';

/** The provider doesn't respond until it is released. */
function stall(): () => void {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  world.idp.faults.set(document, gate);
  return release;
}

beforeEach(() => {
  world.idp.faults.clear();
  world.service.clock.advance({ minutes: 2 });
});

test('550 sign-ins that start while the provider stalls share one request to it', async () => {
  const { path } = await world.connected();
  world.service.clock.advance({ minutes: 2 });
  const [before, release] = [timesAsked(), stall()];
  const starting = Array.from({ length: 550 }, () => start(path));
  await eventually(() => expect(timesAsked()).toBe(before + 1));
  release();
  const landed = await Promise.all(starting);
  expect(landed.filter((location) => location.startsWith(`${world.idp.url}/auth?`))).toHaveLength(550);
  expect(new Set(landed.map((location) => new URL(location).searchParams.get('state'))).size).toBe(550);
  expect(timesAsked()).toBe(before + 1);
});

test('what a provider published is kept for a minute', async () => {
  const { path } = await world.connected();
  world.service.clock.advance({ minutes: 2 });
  const before = timesAsked();
  await start(path);
  world.service.clock.advance({ seconds: 50 });
  await start(path);
  expect(timesAsked()).toBe(before + 1);
  world.service.clock.advance({ seconds: 20 });
  await start(path);
  expect(timesAsked()).toBe(before + 2);
});

test('a failure is not kept', async () => {
  const { path } = await world.connected();
  world.service.clock.advance({ minutes: 2 });
  world.idp.faults.set(document, 500);
  expect(await start(path)).toContain('error=sso_unavailable');
  world.idp.faults.clear();
  expect(await start(path)).toContain(`${world.idp.url}/auth?`);
});

test('an organization has three requests under way at a time, and holds up no other', async () => {
  const { owner } = await newOrganization(world.service);
  const paths: string[] = [];
  for (let at = 0; at < 5; at++) {
    const domain = await proveDomain(owner, world.zone);
    const id = await world.make(owner);
    const oidc = { issuer: world.idp.url, clientId: 'google-client', clientSecret: 'secret' };
    await world.change(owner, id, { oidc, domains: [domain.name] });
    await world.service.sql`UPDATE sso_connections SET enabled = true WHERE id = ${id}`;
    paths.push(`/api/auth/sso/${id}`);
  }
  const other = await world.connected();
  world.service.clock.advance({ minutes: 2 });
  const [before, release] = [timesAsked(), stall()];
  const starting = paths.map(start);
  await eventually(() => expect(timesAsked()).toBe(before + 3));
  const elsewhere = start(other.path);
  await eventually(() => expect(timesAsked()).toBe(before + 4));
  release();
  for (const location of await Promise.all([...starting, elsewhere]))
    expect(location).toContain(`${world.idp.url}/auth?`);
  expect(timesAsked()).toBe(before + 6);
});

test('a document of unusual size does not stay in memory', async () => {
  const discoveries = createDiscoveries(systemClock());
  const asked = { id: 'one', organizationId: 'acme', issuer: 'https://idp.example' };
  let times = 0;
  const ask = async () => {
    times++;
    return { issuer: asked.issuer, scopes_supported: ['x'.repeat(900_000)] };
  };
  for (let round = 0; round < 3; round++) await discoveries(asked, ask);
  expect(times).toBe(3);
});
