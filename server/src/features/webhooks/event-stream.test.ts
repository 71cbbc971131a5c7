import { setTimeout as pause } from 'node:timers/promises';
import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import { inviteTo, newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { beforeAll, expect, test } from 'vitest';
import type { Db } from '../../platform/db/sql.ts';
import { record } from '../../records/audit/record.ts';
import { sweep } from '../../runtime/upkeep.ts';
import { lockStream, placeEvents } from './stream-store.ts';

const service = started(startService);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

type Read = {
  id: string;
  type: string;
  data: { metadata: { mark?: string | number }; [resource: string]: unknown };
};

/** Everything after a cursor, page by page, and the final cursor. */
async function readOn(
  after?: string,
  { path = '/api/admin/events', client = admin.client, limit = 100 } = {},
): Promise<{ events: Read[]; cursor: string }> {
  const events: Read[] = [];
  for (let cursor = after; ; ) {
    const query = new URLSearchParams({ limit: String(limit), ...(cursor && { after: cursor }) });
    const { status, body } = await client.get(`${path}?${query}`);
    expect(status).toBe(200);
    events.push(...body.events);
    cursor = body.nextCursor as string;
    if (body.events.length < limit) return { events, cursor };
  }
}

const latest = async () => (await readOn()).cursor;

/** An event without consequences that can be told apart from others. */
const note = (db: Db, mark: string | number) =>
  record(
    db,
    { ipAddress: null, userAgent: null, now: service.clock.now() },
    {
      action: 'ADMIN_IMPERSONATION_END',
      user: null,
      metadata: { mark },
    },
  );
const marksOf = (events: Read[]) => events.map(({ data }) => data.metadata.mark);

test("an event carries its audit entry's id, a type, the actor and the resource it is about", async () => {
  const before = await latest();
  const { id, email, organizationId } = await newUser(service);
  const { events } = await readOn(before);
  expect(events.map(({ type }) => type)).toEqual(['user.created', 'organization.created', 'login.succeeded']);
  const [created] = events;
  const [entry] =
    await service.sql`SELECT id, metadata FROM audit_logs WHERE action = 'AUTH_REGISTER' AND user_id = ${id}`;
  expect(created).toEqual({
    id: entry?.id,
    type: 'user.created',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      action: 'AUTH_REGISTER',
      actor: { id, email },
      organizationId,
      metadata: entry?.metadata,
      user: expect.objectContaining({
        id,
        email,
        organizationId,
        organizationRole: 'OWNER',
        emailVerified: false,
      }),
    },
  });
  const shown = (await admin.client.get(`/api/users/${id}`)).body.user;
  const { lockedUntil: _, lastLoginAt, ...user } = shown;
  expect(created?.data.user).toEqual({ ...user, lastLoginAt: null });
  expect(events[2]?.data.user).toEqual({ ...user, lastLoginAt });
});

test('events appear in commit order, no matter when they were written', async () => {
  const before = await latest();
  let commitFirst = () => {};
  const firstMayCommit = new Promise<void>((resolve) => {
    commitFirst = resolve;
  });
  let written = () => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const first = service.sql.begin(async (tx) => {
    await note(tx, 'written first');
    written();
    await firstMayCommit;
  });
  await isWritten;
  await service.sql.begin((tx) => note(tx, 'written second'));
  const seen = await readOn(before);
  expect(marksOf(seen.events)).toEqual(['written second']);
  commitFirst();
  await first;
  expect(marksOf((await readOn(seen.cursor)).events)).toEqual(['written first']);
  expect(marksOf((await readOn(before)).events)).toEqual(['written second', 'written first']);
});

test('an event whose transaction waited for another comes after it, even when both are placed at once', async () => {
  const before = await latest();
  const { id } = await newOrganization(service);
  const holdsRow = (tx: Db) => tx`UPDATE organizations SET updated_at = updated_at WHERE id = ${id}`;
  let waiter: Promise<unknown> | undefined;
  await service.sql.begin(async (tx) => {
    await holdsRow(tx);
    waiter = service.sql.begin(async (other) => {
      await note(other, 'waited');
      await holdsRow(other);
    });
    while ((await service.sql`SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'`).length === 0);
    await note(tx, 'was waited for');
  });
  await waiter;
  expect(marksOf((await readOn(before)).events)).toEqual(['was waited for', 'waited']);
});

test('a rollback leaves nothing in the stream', async () => {
  const before = await latest();
  const undone = service.sql.begin(async (tx) => {
    await note(tx, 'undone');
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await note(service.sql, 'done');
  expect(marksOf((await readOn(before)).events)).toEqual(['done']);
});

test('a reader who arrives while another node assigns positions still gets everything already committed', async () => {
  const before = await latest();
  const batch = 500;
  await service.sql.begin((tx) => Promise.all(Array.from({ length: batch }, (_, nth) => note(tx, nth))));
  await note(service.sql, 'last');
  const { body } = await during(
    service,
    async (tx) => {
      await lockStream(tx);
      await placeEvents(tx, batch);
    },
    () => admin.client.get(`/api/admin/events?limit=1000&after=${before}`),
  );
  expect(marksOf(body.events)).toEqual([...Array(batch).keys(), 'last']);
});

test('a reader alternating between two nodes gets every event once while 200 transactions commit', async () => {
  const other = await startService({ database: service.database });
  const second = other.client();
  second.cookies.set('latchkey_session', admin.client.cookies.get('latchkey_session') ?? '');
  const nodes = [admin.client, second];
  let cursor = await latest();
  const before = cursor;
  const got: Read[] = [];
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let turn = 0; turn < 20; turn++)
      await service.sql.begin(async (tx) => {
        await note(tx, writer * 100 + turn);
        await pause((writer * 7 + turn * 3) % 11);
        if (turn % 5 === 4) await note(tx, `${writer}-${turn}`);
      });
  });
  let writing = true;
  const written = Promise.all(writers).finally(() => {
    writing = false;
  });
  for (let turn = 0; writing; turn++) {
    const page = await readOn(cursor, { client: nodes[turn % 2], limit: 7 });
    got.push(...page.events);
    cursor = page.cursor;
  }
  await written;
  got.push(...(await readOn(cursor)).events);
  expect(got).toHaveLength(240);
  expect(new Set(got.map(({ id }) => id)).size).toBe(240);
  expect((await readOn(before)).events).toEqual(got);
  // Each writer's events in the order it committed them.
  for (let writer = 0; writer < 10; writer++) {
    const own = marksOf(got).filter((mark) => typeof mark === 'number' && Math.floor(mark / 100) === writer);
    expect(own).toEqual(Array.from({ length: 20 }, (_, turn) => writer * 100 + turn));
  }
});

test('a cursor stays where it is until there are new events', async () => {
  const cursor = await latest();
  const again = await readOn(cursor);
  expect(again).toEqual({ events: [], cursor });
  expect((await readOn(undefined, { limit: 90 })).events).toEqual((await readOn()).events);
});

test('a limit above 1000 counts as 1000, and invalid limits and cursors are refused', async () => {
  const ask = (query: string) => admin.client.get(`/api/admin/events?${query}`);
  await service.sql.begin((tx) => Promise.all(Array.from({ length: 1001 }, (_, nth) => note(tx, nth))));
  for (const limit of ['1000', '1001', '100000'])
    expect((await ask(`limit=${limit}`)).body.events).toHaveLength(1000);
  expect((await ask('limit=2')).body.events).toHaveLength(2);
  for (const query of [
    'limit=0',
    'limit=-1',
    'limit=x',
    'after=',
    'after=nonsense',
    `after=${'A'.repeat(29)}`,
  ]) {
    const { status, body } = await ask(query);
    expect([query, status, body.error.code]).toEqual([query, 400, 'VALIDATION_FAILED']);
  }
});

test("an organization's stream contains only its own events", async () => {
  const { id, owner } = await newOrganization(service);
  const stranger = await newOrganization(service);
  const path = '/api/organizations/current/events';
  await inviteTo(owner, 'invited@example.com');
  await inviteTo(stranger.owner, 'invited@example.com');
  const { events, cursor } = await readOn(undefined, { path, client: owner.client });
  expect(events.map(({ type }) => type)).toEqual(['invite.created']);
  expect(events[0]?.data).toMatchObject({
    organizationId: id,
    invite: { email: 'invited@example.com', role: 'MEMBER' },
  });
  expect(JSON.stringify(events)).not.toMatch(/token|\/invite\//);
  // Another organization's cursor means nothing to this one.
  const theirs = await readOn(undefined, { path, client: stranger.owner.client });
  expect((await owner.client.get(`${path}?after=${theirs.cursor}`)).status).toBe(400);
  expect((await admin.client.get(`/api/admin/events?after=${cursor}`)).status).toBe(200);
  const member = await newMember(service, id, 'MEMBER');
  expect((await member.client.get(path)).status).toBe(403);
  expect((await owner.client.get('/api/admin/events')).status).toBe(403);
});

const signedInAgain = async () => ({ client: await clientFor(service, admin.id) });

test('events are kept for 30 days; a cursor older than that continues with the oldest event', async () => {
  const cursor = await latest();
  service.clock.advance({ days: 29 });
  await note(service.sql, 'kept');
  const kept = (await readOn(cursor, await signedInAgain())).cursor;
  service.clock.advance({ days: 2 });
  await sweep(service.sql, service.clock.now());
  const ask = await signedInAgain();
  expect(marksOf((await readOn(cursor, ask)).events)[0]).toBe('kept');
  expect(marksOf((await readOn(undefined, ask)).events)[0]).toBe('kept');
  expect(marksOf((await readOn(kept, ask)).events)).not.toContain('kept');
  expect(
    await service.sql`SELECT 1 FROM events WHERE created_at < ${new Date(service.clock.now().getTime() - 30 * 86_400_000)}`,
  ).toEqual([]);
  // An event that should be kept is gone: nothing is skipped silently.
  await service.sql`DELETE FROM event_stream`;
  expect((await ask.client.get(`/api/admin/events?after=${kept}`)).status).toBe(400);
});
