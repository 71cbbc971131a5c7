import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { Answer, Client } from '@latchkey/server/testing/client';
import { holdBack } from '@latchkey/server/testing/hold-back';
import { started } from '@latchkey/server/testing/lifetime';
import { newRole } from '@latchkey/server/testing/roles';
import { clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { endSessions } from '@latchkey/server/testing/standing';
import { describe, expect, test } from 'vitest';

const service = started(startService);

const check = (client: Client) => client.get('/api/auth/me');

/** Runs `work` while the clients keep sending requests: there are always lookups in progress. */
async function underLoad<T>(clients: Client[], work: () => Promise<T>): Promise<T> {
  let over = false;
  const ask = async (client: Client) => {
    while (!over) await check(client);
  };
  const asking = clients.flatMap((client) => [ask(client), ask(client), ask(client)]);
  try {
    return await work();
  } finally {
    over = true;
    await Promise.all(asking);
  }
}

/** Another holder of the same cookies: a client that signs out loses its own. */
function copyOf({ cookies }: Client): Client {
  const copy = service.client();
  for (const [name, value] of cookies) copy.cookies.set(name, value);
  return copy;
}

function withBearer(token: string): Client {
  const client = service.client();
  client.bearer = token;
  return client;
}

describe('while lookups are in progress', () => {
  test('a signed-out session is refused on its next request, by cookie and by access token', async () => {
    const bystander = await newUser(service);
    for (let round = 0; round < 4; round++) {
      const { client, tokens } = await newUser(service);
      const before = copyOf(client);
      const bearer = withBearer(tokens.accessToken);
      await underLoad([bystander.client, before, bearer], async () => {
        expect((await client.post('/api/auth/logout')).status).toBe(200);
        expect((await check(before)).status).toBe(401);
        expect((await check(bearer)).status).toBe(401);
      });
    }
  });

  test('a revoked API key is refused on its next request', async () => {
    const { client } = await newUser(service);
    for (let round = 0; round < 4; round++) {
      const { body: key } = await client.post('/api/keys', { name: `key ${round}` });
      const holder = withBearer(key.key);
      expect((await check(holder)).status).toBe(200);
      await underLoad([client, holder], async () => {
        expect((await client.delete(`/api/keys/${key.id}`)).status).toBe(200);
        expect((await check(holder)).status).toBe(401);
      });
    }
  });

  test('deactivating an account or removing a role takes effect on the next request', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const [person, moderator] = [await newUser(service), await newStaff(service, 'MODERATOR')];
    const other = await clientFor(service, moderator.id);
    await underLoad([admin.client, person.client, other], async () => {
      expect((await admin.client.post(`/api/users/${person.id}/deactivate`)).status).toBe(200);
      expect((await check(person.client)).status).toBe(401);
      expect((await check(moderator.client)).body.permissions).toContain('users:list');
      const demoted = await admin.client.put(`/api/users/${moderator.id}`, { role: 'USER' });
      expect(demoted.status).toBe(200);
      expect((await check(other)).body?.permissions ?? []).not.toContain('users:list');
    });
  });
});

test("a lookup that began before a session ended isn't used for a request that came after", async () => {
  const own = await startService();
  const { client } = await newUser(own);
  const gate = 4711;
  // Anyone who reads a role waits at the gate, in mid-statement: by then, the statement has seen the session.
  await own.sql.unsafe(`
    CREATE FUNCTION wait_at_gate(name varchar) RETURNS varchar LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_advisory_xact_lock_shared(${gate}); RETURN name; END $$;
    ALTER TABLE roles RENAME TO real_roles;
    CREATE VIEW roles AS SELECT id, wait_at_gate(name) AS name, effective_permissions FROM real_roles`);
  const answers: Promise<Answer>[] = [];
  await own.sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(${gate})`;
    const waiting = async () => (await tx`SELECT 1 FROM pg_locks WHERE NOT granted`).length;
    answers.push(check(client));
    await expect.poll(waiting).toBe(1);
    await own.sql`DELETE FROM sessions`;
    const arrived = once(own.server, 'request');
    answers.push(check(client));
    await arrived;
    await turn();
  });
  const [before, after] = await Promise.all(answers);
  expect([before?.status, after?.status]).toEqual([200, 401]);
});

test('when many sessions end at once, none is accepted after its logout response', async () => {
  const { id, client } = await newUser(service);
  const sessions = await Promise.all(Array.from({ length: 24 }, () => clientFor(service, id)));
  const { body: list } = await client.get('/api/auth/sessions');
  expect(list.sessions).toHaveLength(25);
  let late = 0;
  let checks = 0;
  let ended = 0;
  const live = async (session: Client) => {
    const copy = copyOf(session);
    let over = false;
    const asking = Array.from({ length: 3 }, async () => {
      for (let answer: Answer | undefined; answer?.status !== 401; ) {
        const sentAfterEnd = over;
        answer = await check(copy);
        checks++;
        if (sentAfterEnd && answer.status !== 401) late++;
      }
    });
    const { status } = await session.post('/api/auth/logout');
    over = true;
    if (status === 200) ended++;
    await Promise.all(asking);
  };
  await Promise.all(sessions.map(live));
  expect({ late, ended }).toEqual({ late: 0, ended: 24 });
  expect(checks).toBeGreaterThan(72);
  expect((await check(client)).status).toBe(200);
});

describe('a client that holds back its body for more than a second', () => {
  const firstNameOf = async (id: string) =>
    (await service.sql`SELECT first_name FROM users WHERE id = ${id}`)[0]?.firstName;

  test('is refused if its session has ended, by cookie and by access token', async () => {
    for (const kind of ['cookie', 'token']) {
      const [admin, person] = [await newStaff(service, 'ADMIN'), await newUser(service)];
      const holder = kind === 'cookie' ? copyOf(admin.client) : withBearer(admin.tokens.accessToken);
      const { name } = await newRole(service, ['users:list']);
      const release = await holdBack(service, holder, {
        path: `/api/admin/users/${person.id}/roles`,
        body: { roles: [name] },
      });
      expect((await admin.client.post('/api/auth/logout')).status).toBe(200);
      expect(await release()).toBe(401);
      expect((await check(person.client)).body.permissions).toEqual([]);
    }
  });

  test('is refused if its API key has been revoked', async () => {
    const { id, client } = await newUser(service);
    const { body: key } = await client.post('/api/keys', { name: 'held', permission: 'READ_WRITE' });
    const release = await holdBack(service, withBearer(key.key), {
      path: `/api/users/${id}`,
      body: { firstName: 'Late' },
    });
    expect((await client.delete(`/api/keys/${key.id}`)).status).toBe(200);
    expect(await release()).toBe(401);
    expect(await firstNameOf(id)).toBeNull();
  });

  test('is refused if its API key has been made read-only', async () => {
    const { id, client } = await newUser(service);
    const { body: key } = await client.post('/api/keys', { name: 'held', permission: 'READ_WRITE' });
    const change = { path: `/api/users/${id}`, body: { firstName: 'Late' } };
    const release = await holdBack(service, withBearer(key.key), change);
    const lowered = await client.patch(`/api/keys/${key.id}`, { permission: 'READ_ONLY' });
    expect(lowered.status).toBe(200);
    expect(await release()).toBe(403);
    expect(await firstNameOf(id)).toBeNull();
  });

  test('is refused if its user has been deactivated or demoted', async () => {
    for (const [change, status] of [
      ['is_active = false', 401],
      ["role = 'USER'", 404],
    ] as const) {
      const [admin, person] = [await newStaff(service, 'ADMIN'), await newUser(service)];
      const release = await holdBack(service, admin.client, {
        path: `/api/users/${person.id}`,
        body: { firstName: 'Late' },
      });
      await service.sql.unsafe(`UPDATE users SET ${change} WHERE id = '${admin.id}'`);
      expect(await release()).toBe(status);
      expect(await firstNameOf(person.id)).toBeNull();
    }
  });

  test('is refused if their impersonation has ended, instead of acting as the ADMIN', async () => {
    const [admin, person] = [await newStaff(service, 'ADMIN'), await newUser(service)];
    expect((await admin.client.post('/api/admin/impersonate', { userId: person.id })).status).toBe(200);
    const release = await holdBack(service, admin.client, {
      path: `/api/users/${person.id}`,
      body: { firstName: 'Late' },
    });
    expect((await copyOf(admin.client).post('/api/admin/exit-impersonation')).status).toBe(200);
    expect(await release()).toBe(401);
    expect(await firstNameOf(person.id)).toBeNull();
  });

  test('is refused on a route that takes no body, too', async () => {
    const { id, client } = await newUser(service);
    const { body: key } = await client.post('/api/keys', { name: 'kept', permission: 'READ_WRITE' });
    const path = `/api/keys/${key.id}`;
    const release = await holdBack(service, client, { method: 'DELETE', path, body: {} });
    await endSessions(service, id);
    expect(await release()).toBe(401);
    expect((await withBearer(key.key).get('/api/auth/me')).status).toBe(200);
  });

  test('is served if nothing has changed', async () => {
    const { id, client } = await newUser(service);
    const release = await holdBack(service, client, {
      path: `/api/users/${id}`,
      body: { firstName: 'Late' },
    });
    expect(await release()).toBe(200);
    expect(await firstNameOf(id)).toBe('Late');
  });
});
