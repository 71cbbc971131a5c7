import { started } from '@latchkey/server/testing/lifetime';
import { movedDatabase } from '@latchkey/server/testing/moved-database';
import { newApplication, refresh as refreshGrant, tokensFor } from '@latchkey/server/testing/oidc';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { beforeEach, describe, expect, test } from 'vitest';
import { alignClock } from '../../platform/db/align-clock.ts';
import { readings } from '../../platform/db/server-store.ts';
import type { Sql } from '../../platform/db/sql.ts';

const moved = started(movedDatabase);
const service = started(() => startService({ database: moved.database }));

/** How far the node is behind the database. */
async function secondsBehind(): Promise<number> {
  const [row] = await service.sql<{ at: string }[]>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS at`;
  return Math.round((Number(row?.at) - service.clock.instant()) / 1_000_000) || 0;
}
beforeEach(async () => service.clock.align((await secondsBehind()) * 1_000_000));

const align = (sql: Sql = service.sql) => alignClock({ sql, log: service.deps.log }, service.clock);
const actions = async (email: string) => (await service.audit(email)).map(({ action }) => action);

const refresh = (refreshToken: string) => service.client().post('/api/auth/refresh', { refreshToken });

async function remembered() {
  const person = await newUser(service);
  const client = service.client();
  await client.post('/api/auth/login', { email: person.email, password, rememberMe: true });
  const cookie = client.cookies.get('remember_me') ?? '';
  const resume = () => {
    const returning = service.client();
    returning.cookies.set('remember_me', cookie);
    return returning.get('/api/auth/me');
  };
  return { ...person, client, resume };
}

async function granted() {
  const person = await newUser(service);
  const application = await newApplication(service);
  const { refresh_token } = await tokensFor(service, person.client, application);
  return { ...person, redeem: (token = refresh_token) => refreshGrant(service, application, token) };
}

describe('after a statement took a minute', () => {
  /** Used once, while the database's clock is being read. */
  const slowly = (use: () => Promise<{ status: number }>) =>
    moved.whileSlow(align, async () => {
      await moved.pass(service.clock, 62);
      expect((await use()).status).toBe(200);
    });

  test('five replays of a used refresh token get nothing, and the session ends', async () => {
    const { tokens, client, email } = await newUser(service);
    await slowly(() => refresh(tokens.refreshToken));
    for (let replay = 0; replay < 5; replay++) expect((await refresh(tokens.refreshToken)).status).toBe(401);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect(await actions(email)).toContain('AUTH_REFRESH_REUSE_DETECTED');
  });

  test('five replays of a used remember-me cookie get nothing, and count as theft', async () => {
    const { resume, client, email } = await remembered();
    await slowly(resume);
    for (let replay = 0; replay < 5; replay++) expect((await resume()).status).toBe(401);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect(await actions(email)).toContain('AUTH_REMEMBER_ME_THEFT_DETECTED');
  });

  test("five replays of an application's used refresh token get nothing, and the grant ends", async () => {
    const { redeem, email } = await granted();
    await slowly(redeem);
    for (let replay = 0; replay < 5; replay++) expect((await redeem()).body.error).toBe('invalid_grant');
    expect(await actions(email)).toContain('AUTH_APP_REFRESH_REUSED');
  });
});

describe('on a node whose clock is half a minute behind, seven seconds after the first use', () => {
  const late = async (use: () => Promise<{ status: number }>) => {
    expect((await use()).status).toBe(200);
    service.clock.align(-30_000_000);
    await moved.advance(7);
  };
  const rightAgain = async () => service.clock.align((await secondsBehind()) * 1_000_000);

  test('a used refresh token gets nothing, and nothing is revoked', async () => {
    const { tokens, client, email } = await newUser(service);
    await late(() => refresh(tokens.refreshToken));
    const replayed = await refresh(tokens.refreshToken);
    expect([replayed.status, replayed.body.error?.code]).toEqual([401, 'REFRESH_TOKEN_INVALID']);
    await rightAgain();
    expect((await client.get('/api/auth/me')).status).toBe(200);
    expect(await actions(email)).not.toContain('AUTH_REFRESH_REUSE_DETECTED');
  });

  test('a used refresh cookie gets nothing, and the browser keeps the cookies that another tab got', async () => {
    const { client } = await newUser(service);
    const tab = service.client();
    for (const [name, value] of client.cookies) tab.cookies.set(name, value);
    await late(() => client.post('/api/auth/refresh'));
    const replayed = await tab.post('/api/auth/refresh');
    expect([replayed.status, replayed.body.error?.code]).toEqual([401, 'REFRESH_TOKEN_INVALID']);
    expect(replayed.cookies).toEqual({});
    await rightAgain();
    expect((await client.post('/api/auth/refresh')).status).toBe(200);
  });

  test('a used remember-me cookie gets nothing, and nothing is revoked', async () => {
    const { resume, client, email } = await remembered();
    await late(resume);
    const replayed = await resume();
    expect([replayed.status, replayed.body.error?.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(replayed.cookies).toEqual({});
    await rightAgain();
    expect((await client.get('/api/auth/me')).status).toBe(200);
    expect(await actions(email)).not.toContain('AUTH_REMEMBER_ME_THEFT_DETECTED');
  });

  test("an application's used refresh token gets nothing, and nothing is revoked", async () => {
    const { redeem, email } = await granted();
    let successor = '';
    await late(async () => {
      const answer = await redeem();
      successor = answer.body.refresh_token;
      return answer;
    });
    expect((await redeem()).body.error).toBe('invalid_grant');
    await rightAgain();
    expect((await redeem(successor)).status).toBe(200);
    expect(await actions(email)).not.toContain('AUTH_APP_REFRESH_REUSED');
  });
});

describe("a node's clock", () => {
  test("is set by the database's when they differ", async () => {
    await moved.advance(3600);
    expect(await secondsBehind()).toBe(3600);
    await align();
    expect(await secondsBehind()).toBe(0);
    await moved.advance(-60);
    await align();
    expect(await secondsBehind()).toBe(0);
  });

  test('stays as it is while every statement is slow', async () => {
    await moved.advance(60);
    const instant = () => {
      // Twice for each statement.
      service.clock.advance({ ms: 250 });
      return service.clock.instant();
    };
    await alignClock({ sql: service.sql, log: service.deps.log }, { ...service.clock, instant });
    expect(await secondsBehind()).toBeGreaterThan(50);
  });

  test('stays as it is if a second look finds no difference', async () => {
    await service.sql`CREATE SEQUENCE moved.looks`;
    await service.sql.unsafe(`
      CREATE OR REPLACE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$
        SELECT pg_catalog.clock_timestamp() + (SELECT ahead FROM moved.clock)
               + interval '31 s' * (nextval('moved.looks') <= ${readings})::int $$`);
    await align();
    await service.sql`SELECT setval('moved.looks', 100)`;
    expect(await secondsBehind()).toBe(0);
  });
});
