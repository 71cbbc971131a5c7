import { testDatabase } from '@latchkey/server/testing/database';
import { started } from '@latchkey/server/testing/lifetime';
import { inviteTo, newLoner, newOrganization } from '@latchkey/server/testing/organizations';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { asked } from '@latchkey/server/testing/statements';
import { describe, expect, test } from 'vitest';
import { openPool } from '../platform/db/pool.ts';

/** On one connection: another one would have to prepare its statements first, in extra round trips. */
const service = started(async () => {
  const database = await testDatabase();
  const connect = () => openPool(database.connection, { max: 1 });
  return startService({ database: { ...database, connect } });
});

test('round trips are counted, not statements', async () => {
  const { sql } = service;
  const statements = ['begin', 'SELECT 1', 'SELECT 2', 'commit'];
  const oneByOne = await asked(service, () =>
    sql.begin(async (tx) => {
      await tx`SELECT 1`;
      await tx`SELECT 2`;
    }),
  );
  expect(oneByOne).toMatchObject({ roundTrips: 3, statements });
  const together = await asked(service, () => sql.begin((tx) => Promise.all([tx`SELECT 1`, tx`SELECT 2`])));
  expect(together).toMatchObject({ roundTrips: 2, statements });
});

/** How often a request answered with this status waits for the database. */
async function waits(status: number, request: () => Promise<{ status: number; text: string }>) {
  const { answer, roundTrips } = await asked(service, request);
  expect(answer).toMatchObject({ status });
  return roundTrips;
}

/** A caller seen before is found by another statement than a new one. Each connection has to prepare it. */
async function newCaller() {
  const { client } = await newUser(service);
  for (let check = 0; check < 4; check++) await client.get('/api/auth/me');
  return client;
}

let made = 0;
const nextEmail = () => `asked-${++made}@example.com`;

describe('database round trips per request', () => {
  test('a session check takes one', async () => {
    const client = await newCaller();
    const { answer, roundTrips, statements } = await asked(service, () => client.get('/api/auth/me'));
    expect([answer.status, roundTrips, statements.length]).toEqual([200, 1, 1]);
  });

  test('a login takes four, even with remember-me, from a new device or with a wrong password', async () => {
    const { email } = await newUser(service);
    const login = (more: object, address = '203.0.113.1') =>
      waits(200, () => service.client(address).post('/api/auth/login', { email, password, ...more }));
    expect(await login({})).toBe(4);
    expect(await login({ rememberMe: true })).toBe(4);
    let network = 0;
    const fromElsewhere = () =>
      service.client(`198.51.${++network}.1`).post('/api/auth/login', { email, password });
    expect(await waits(200, fromElsewhere)).toBe(4);
    const wrong = () => service.client().post('/api/auth/login', { email, password: 'Wrong-Horse-7' });
    expect(await waits(401, wrong)).toBe(4);
  });

  test('a registration takes four, even with an invitation', async () => {
    const founder = () => ({ email: nextEmail(), password, organizationName: nextEmail() });
    const register = () => service.client().post('/api/auth/register', founder());
    expect(await waits(201, register)).toBe(4);

    const { owner } = await newOrganization(service);
    const invited = [nextEmail(), nextEmail()];
    const invites = await Promise.all(invited.map((email) => inviteTo(owner, email)));
    const join = () => {
      const [email, inviteToken] = [invited.pop(), invites.pop()?.token];
      return service.client().post('/api/auth/register', { email, password, inviteToken });
    };
    expect(await waits(201, join)).toBe(4);
  });

  test('a refresh takes two', async () => {
    let { refreshToken } = (await newUser(service)).tokens;
    const refresh = async () => {
      const answer = await service.client().post('/api/auth/refresh', { refreshToken });
      refreshToken = answer.body.tokens.refreshToken;
      return answer;
    };
    expect(await waits(200, refresh)).toBe(2);
  });

  test('creating an API key takes three', async () => {
    const client = await newCaller();
    expect(await waits(201, () => client.post('/api/keys', { name: 'deploy' }))).toBe(3);
  });

  test('creating an invitation takes three', async () => {
    const { owner } = await newOrganization(service);
    const invite = () => owner.client.post('/api/organizations/current/invites', { email: nextEmail() });
    expect(await waits(201, invite)).toBe(3);
  });

  test('accepting an invitation takes three', async () => {
    const { owner } = await newOrganization(service);
    const people = [await newLoner(service), await newLoner(service)];
    const invites = await Promise.all(people.map(({ email }) => inviteTo(owner, email)));
    const accept = () => {
      const [person, invite] = [people.pop(), invites.pop()];
      return (person ?? owner).client.post(`/api/invites/${invite?.token}/accept`);
    };
    expect(await waits(200, accept)).toBe(3);
  });
});

test('concurrent session checks take fewer statements than there are checks', async () => {
  const own = await startService();
  const people = await Promise.all(Array.from({ length: 20 }, () => newUser(own)));
  const check = () => Promise.all(people.map(({ client }) => client.get('/api/auth/me')));
  const { answer, statements } = await asked(own, check);
  expect(answer.map(({ status, body }) => [status, body.user.id])).toEqual(people.map(({ id }) => [200, id]));
  expect(statements.length).toBeLessThan(people.length);
});
