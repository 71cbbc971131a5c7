import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { enter, enterMany, newOwnerWithEmptyTrail } from '@latchkey/server/testing/audit';
import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { giveOrganizationRole } from '@latchkey/server/testing/standing';
import { beforeAll, describe, expect, test, vi } from 'vitest';

const path = '/api/admin/audit-logs/export';
const header = 'id,userId,userEmail,action,category,ipAddress,userAgent,organizationId,metadata,createdAt';

const service = started(startService);

describe('an exported file', () => {
  test('in CSV has a header, one record per entry, and CRLF after each', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    const createdAt = new Date('2026-05-06T07:08:09.010Z');
    const id = await enter(service, { organizationId, userEmail: 'ada@example.com', createdAt });
    const answer = await client.get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const record = `${id},,ada@example.com,AUTH_LOGOUT,authentication,192.0.2.7,curl/8,${organizationId},{},2026-05-06T07:08:09.010Z`;
    expect(answer.text).toBe(`${header}\r\n${record}\r\n`);
  });

  test('in JSON Lines has one entry per line, as the list shows it', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    await enter(service, { organizationId, metadata: { text: 'two\nlines', nested: { n: 1 } } });
    await enter(service, { organizationId });
    const answer = await client.get(`${path}?format=jsonl`);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = answer.text.split('\n');
    expect(lines.pop()).toBe('');
    const { logs } = (await client.get('/api/admin/audit-logs')).body;
    // Whether an entry is sealed may change while a file is read.
    const entries = logs.map(({ sealed: _sealed, ...entry }: { sealed: boolean }) => entry);
    expect(lines.map((line) => JSON.parse(line))).toEqual(entries);
  });

  test('is named after the current date', async () => {
    const { client } = await newOwnerWithEmptyTrail(service);
    const day = service.clock.now().toISOString().slice(0, 10);
    const names = async (query: string) =>
      (await client.get(path + query)).headers.get('content-disposition');
    expect(await names('')).toBe(`attachment; filename="audit-logs-${day}.csv"`);
    expect(await names('?format=csv')).toBe(`attachment; filename="audit-logs-${day}.csv"`);
    expect(await names('?format=jsonl')).toBe(`attachment; filename="audit-logs-${day}.jsonl"`);
  });

  test('without entries is only a header in CSV, and empty in JSON Lines', async () => {
    const { client } = await newOwnerWithEmptyTrail(service);
    expect((await client.get(path)).text).toBe(`${header}\r\n`);
    expect((await client.get(`${path}?format=jsonl`)).text).toBe('');
  });

  test('in an unknown format is 400', async () => {
    const { client } = await newOwnerWithEmptyTrail(service);
    expect((await client.get(`${path}?format=xlsx`)).status).toBe(400);
  });

  test('is not read from the database for a HEAD request', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    await enterMany(service, 5000, organizationId);
    const begin = vi.spyOn(service.deps.sql, 'begin');
    const answer = await client.send('HEAD', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.text).toBe('');
    expect(begin.mock.calls.length).toBeLessThanOrEqual(2);
    begin.mockRestore();
  });
});

describe('a cell', () => {
  const cellOf = async (userAgent: string) => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    await enter(service, { organizationId, userAgent });
    const { text } = await client.get(path);
    return text.slice(text.indexOf('192.0.2.7,') + '192.0.2.7,'.length, text.indexOf(`,${organizationId}`));
  };

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx'])(
    'that a spreadsheet would run as a formula becomes text: %j',
    async (formula) => {
      const cell = await cellOf(formula);
      expect(cell.replace(/^"/, '')).toMatch(/^'/);
      expect(cell.replaceAll('"', '').slice(1)).toBe(formula);
    },
  );

  test('with commas, quotes or line breaks is quoted as RFC 4180 requires', async () => {
    expect(await cellOf('plain text')).toBe('plain text');
    expect(await cellOf('a,b')).toBe('"a,b"');
    expect(await cellOf('say "hi"')).toBe('"say ""hi"""');
    expect(await cellOf('one\r\ntwo')).toBe('"one\r\ntwo"');
    expect(await cellOf('=cmd|" /C calc"!A0')).toBe('"\'=cmd|"" /C calc""!A0"');
    expect(await cellOf('x;=1+1')).toBe('"x;\'=1+1"');
  });

  test('with metadata is JSON', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    await enter(service, { organizationId, metadata: { reason: 'a "quoted" one' } });
    const { text } = await client.get(path);
    expect(text).toContain('"{""reason"":""a \\""quoted\\"" one""}"');
  });
});

describe('the content of an export', () => {
  test('is what the list shows with the same filters, in the same order, without a limit', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    await enterMany(service, 2500, organizationId);
    await enter(service, { organizationId, action: 'ORG_UPDATED' });
    const exported = (await client.get(`${path}?format=jsonl&category=authentication`)).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).metadata.n);
    expect(exported).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1));
  });

  test('has no gaps or duplicates when many entries share a timestamp', async () => {
    const { client, organizationId } = await newOwnerWithEmptyTrail(service);
    // Microseconds apart: a Date cannot tell them apart.
    await service.sql`
      INSERT INTO audit_logs (id, action, category, organization_id, created_at)
      SELECT gen_random_uuid(), 'AUTH_LOGOUT', 'authentication', ${organizationId}, timestamptz '2026-01-01' + (n / 3) * interval '1 microsecond'
        FROM generate_series(1, 3500) n`;
    const lines = (await client.get(`${path}?format=jsonl`)).text.trimEnd().split('\n');
    expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(3500);
    expect(lines).toHaveLength(3500);
  });

  test("is only their own organization for an organization's ADMIN, and as requested for a system ADMIN", async () => {
    const mine = await newOwnerWithEmptyTrail(service);
    const other = await newOwnerWithEmptyTrail(service);
    await giveOrganizationRole(service, mine.id, 'ADMIN');
    const own = await enter(service, { organizationId: mine.organizationId });
    const foreign = await enter(service, { organizationId: other.organizationId });
    const asMine = await mine.client.get(`${path}?organizationId=all`);
    expect(asMine.text).toContain(own);
    expect(asMine.text).not.toContain(foreign);
    const admin = await newStaff(service, 'ADMIN');
    const asAdmin = await admin.client.get(`${path}?organizationId=${other.organizationId}`);
    expect(asAdmin.text).toContain(foreign);
    expect(asAdmin.text).not.toContain(own);
    expect((await admin.client.get(`${path}?organizationId=mine`)).status).toBe(400);
  });

  test('is refused to a MEMBER and to anyone not signed in', async () => {
    const member = await newUser(service);
    await giveOrganizationRole(service, member.id, 'MEMBER');
    expect((await member.client.get(path)).status).toBe(403);
    expect((await service.client().get(path)).status).toBe(401);
  });
});

describe('a long export', () => {
  // As long as a hundred thousand ordinary ones, and far more than the buffers on the way hold.
  const rows = 12_000;
  const long = started(startService);
  let client: Client;
  beforeAll(async () => {
    const owner = await newOwnerWithEmptyTrail(long);
    client = owner.client;
    await enterMany(long, rows, owner.organizationId, 'x'.repeat(2500));
    await long.sql`ANALYZE audit_logs`;
  });

  /** Like `fetch`, but can stop reading. */
  async function open(): Promise<{ request: ClientRequest; response: IncomingMessage }> {
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = get(`${long.url}${path}`, { headers: { cookie }, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { request, response };
  }

  /** Reads a little, stops, and waits until the service has stopped reading the database too. */
  async function openAndStall() {
    const begin = vi.spyOn(long.deps.sql, 'begin');
    const accepted = once(long.server, 'connection') as Promise<[Socket]>;
    const { request, response } = await open();
    const [socket] = await accepted;
    await once(response, 'readable');
    let before = -1;
    while (before !== begin.mock.calls.length) {
      before = begin.mock.calls.length;
      await pause(300);
    }
    const batches = () => begin.mock.calls.length;
    return { request, response, socket, batches, done: () => begin.mockRestore() };
  }

  test('arrives complete in constant memory', async () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = () => {
      collect();
      // What the first one found is given back in another thread; the second waits for that.
      collect();
      return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
    };
    const { response } = await open();
    let lines = 0;
    let chunks = 0;
    let least = Number.POSITIVE_INFINITY;
    let most = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
      // A few looks: each collects all that the worker holds.
      if (chunks++ % 100 !== 0) continue;
      const now = heap();
      least = Math.min(least, now);
      most = Math.max(most, now);
    }
    expect(lines).toBe(rows + 1);
    expect((most - least) / 1_048_576).toBeLessThan(16);
  });

  test('pauses for a client that stops reading', async () => {
    const { request, response, batches, done } = await openAndStall();
    expect(batches()).toBeLessThan(rows / 100 / 2);
    const busy = await long.sql`
      SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`;
    expect(busy).toHaveLength(0);
    response.destroy();
    request.destroy();
    done();
  });

  test('stops when the client disconnects', async () => {
    const { request, response, socket, batches, done } = await openAndStall();
    const read = batches();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    response.destroy();
    request.destroy();
    await closed;
    expect(batches()).toBeLessThanOrEqual(read + 1);
    done();
  });

  /** How a response that was stalled ends. */
  const outcomeOf = (response: IncomingMessage) =>
    new Promise((resolve) => {
      response.once('end', () => resolve('end'));
      response.once('error', (error) => resolve(error.message));
      response.resume();
    });

  test('goes on for a slow reader, but is aborted once their session has ended', async () => {
    const slow = await openAndStall();
    long.clock.advance({ seconds: 11 });
    expect(await outcomeOf(slow.response)).toBe('end');
    slow.done();
    const { response, done } = await openAndStall();
    const sessions = await long.sql`DELETE FROM sessions RETURNING *`;
    long.clock.advance({ seconds: 11 });
    expect(await outcomeOf(response)).toBe('aborted');
    for (const session of sessions) await long.sql`INSERT INTO sessions ${long.sql(session)}`;
    done();
  });

  test('is aborted once the reader has other rights, even if those allow a new one', async () => {
    const { response, done } = await openAndStall();
    await long.sql`UPDATE organization_members SET role = 'ADMIN' WHERE role = 'OWNER'`;
    long.clock.advance({ seconds: 11 });
    expect(await outcomeOf(response)).toBe('aborted');
    await long.sql`UPDATE organization_members SET role = 'OWNER' WHERE role = 'ADMIN'`;
    done();
  });

  test('that fails midway is aborted instead of ending as if it were complete', async () => {
    const { response, done } = await openAndStall();
    await long.sql`ALTER TABLE audit_logs RENAME TO audit_logs_away`;
    try {
      expect(await outcomeOf(response)).toBe('aborted');
      expect(long.logged.join('')).toContain('an export was interrupted');
    } finally {
      await long.sql`ALTER TABLE audit_logs_away RENAME TO audit_logs`;
      done();
    }
  });

  test('that fails at the start returns an ordinary error', async () => {
    await long.sql`ALTER TABLE audit_logs RENAME TO audit_logs_away`;
    try {
      const answer = await client.get(path);
      expect(answer.status).toBe(500);
      expect(answer.body.error.code).toBe('INTERNAL_ERROR');
      expect(answer.headers.get('content-disposition')).toBeNull();
    } finally {
      await long.sql`ALTER TABLE audit_logs_away RENAME TO audit_logs`;
    }
  });
});
