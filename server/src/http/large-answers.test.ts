import { once } from 'node:events';
import type { Socket } from 'node:net';
import { AuditEntry } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import { openSocket } from '@latchkey/server/testing/raw-http';
import { clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '../runtime/upkeep.ts';

const patience = { headersMs: 10_000, requestMs: 30_000, checkEveryMs: 20 };
const service = started(() => startService({ patience }));
const secondNode = started(() =>
  startService({ database: service.database, clock: service.clock, patience }),
);
let owner: Awaited<ReturnType<typeof newUser>>;
const opened: Socket[] = [];
const listed = '/api/admin/audit-logs?export=true&limit=10000';
const downloads = ['/api/admin/audit-logs/export', '/api/admin/audit-logs/export?format=jsonl'];

beforeAll(async () => {
  for (const { server } of [service, secondNode])
    server.on('connection', (socket) => ends.set(socket.remotePort ?? 0, socket));
  owner = await newUser(service);
  // 60 MB, more than the buffers between the service and its client hold: Linux lets some grow to 32 MB.
  await service.sql`
    INSERT INTO audit_logs (id, action, category, organization_id, metadata, created_at)
    SELECT uuidv7(), 'AUTH_LOGIN_SUCCESS', 'authentication', ${owner.organizationId}::uuid,
           jsonb_build_object('n', n, 'fill', repeat('x', 6000)), ${service.clock.now()}::timestamptz - n * interval '1 ms'
      FROM generate_series(1, 10200) n`;
});
beforeEach(async () => {
  owner.client = await clientFor(service, owner.id);
});
afterEach(async () => {
  const ours = opened.splice(0);
  const served = ours.filter((socket) => !socket.destroyed).map(servedBy);
  for (const socket of ours) socket.destroy();
  await expect.poll(() => served.every((each) => each?.destroyed)).toBe(true);
  await expect.poll(placesTaken).toBe(0);
});

/** The service's end of each connection, by the client's port. */
const ends = new Map<number, Socket>();
const servedBy = (socket: Socket) => ends.get(socket.localPort ?? 0);

const placesTaken = async () => (await service.sql`SELECT 1 FROM large_answers`).length;

/** Asks for something, reads the beginning of the answer and then nothing more. */
async function ask(path: string, headers = cookies(owner), { url } = service) {
  const socket = openSocket(url);
  opened.push(socket);
  const lines = Object.entries({ Host: 'latchkey.test', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const [chunk] = await once(socket, 'data');
  socket.pause();
  return { socket, status: Number(String(chunk).slice('HTTP/1.1 '.length, 12)) };
}

async function unread(...asked: Parameters<typeof ask>): Promise<Socket> {
  const { socket, status } = await ask(...asked);
  expect(status).toBe(200);
  return socket;
}

/** Reads some more megabytes, or less if that was all. */
async function readSome(socket: Socket, megabytes = 2, ended = () => false): Promise<void> {
  const read = socket.bytesRead + megabytes * 1_000_000;
  socket.resume();
  await expect.poll(() => ended() || socket.bytesRead > read).toBe(true);
  socket.pause();
}

/** Until the client's buffers are full and the service's end has stopped sending. */
async function stuck(socket: Socket): Promise<void> {
  let before = -1;
  const sent = () => {
    const { _handle: handle } = servedBy(socket) as unknown as {
      _handle: { bytesWritten: number; writeQueueSize: number };
    };
    const [last, now] = [before, handle.bytesWritten - handle.writeQueueSize];
    before = now;
    return handle.writeQueueSize > 0 && last === now;
  };
  await expect.poll(sent, { interval: 500 }).toBe(true);
}

const cookies = ({ client }: Pick<typeof owner, 'client'>): Record<string, string> => ({
  Cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
});

describe('large answers', () => {
  test.each([listed, ...downloads])(
    'are limited to two at a time per account, and a freed place can be used: %s',
    async (path) => {
      const first = await unread(path);
      await unread(path);
      for (const each of [listed, ...downloads]) {
        const third = await owner.client.get(each);
        expect([third.status, third.body.error.code]).toEqual([429, 'RATE_LIMITED']);
        expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await owner.client.get('/api/admin/audit-logs?limit=1')).status).toBe(200);
      first.destroy();
      await expect.poll(async () => (await owner.client.get(`${listed}&page=2`)).status).toBe(200);
    },
  );

  test('count together over sessions, access tokens and API keys', async () => {
    const { body } = await owner.client.post('/api/keys', { name: 'export' });
    await unread(listed);
    await unread(listed, { Authorization: `Bearer ${body.key}` });
    const other = await clientFor(service, owner.id);
    expect((await other.get(listed)).status).toBe(429);
    const { tokens } = owner;
    const byToken = await service
      .client()
      .get(listed, { headers: { authorization: `Bearer ${tokens.accessToken}` } });
    expect(byToken.status).toBe(429);
  });

  test('count for the ADMIN who impersonates', async () => {
    const admin = await newStaff(service, 'ADMIN');
    await unread(`${listed}&organizationId=all`, cookies(admin));
    await unread(`${listed}&organizationId=all`, cookies(admin));
    expect((await admin.client.post(`/api/admin/impersonate`, { userId: owner.id })).status).toBe(200);
    expect((await admin.client.get(listed)).status).toBe(429);
    expect((await owner.client.get(`${listed}&page=2`)).status).toBe(200);
  });

  test('are limited to two at a time across all nodes', async () => {
    const onSecond = secondNode.client();
    for (const [name, value] of owner.client.cookies) onSecond.cookies.set(name, value);
    const first = await unread(listed);
    await unread(downloads[0] ?? '', cookies(owner), secondNode);
    expect((await owner.client.get(listed)).status).toBe(429);
    expect((await onSecond.get(listed)).status).toBe(429);
    first.destroy();
    await expect.poll(async () => (await onSecond.get(`${listed}&page=2`)).status).toBe(200);
  });

  test('are limited to two at a time when ten are requested at once on two nodes', async () => {
    const nodes = Array.from({ length: 5 }, () => [service, secondNode]).flat();
    const answers = await Promise.all(nodes.map((node) => ask(listed, cookies(owner), node)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      200, 200, 429, 429, 429, 429, 429, 429, 429, 429,
    ]);
  });

  test('are also pictures, whether they are read or sent', async () => {
    const path = '/api/users/profile/picture';
    const raw = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(10_000_000, 7)]);
    const png = { 'content-type': 'image/jpeg' };
    expect((await owner.client.put(path, undefined, { raw, headers: png })).status).toBe(200);
    await unread(path);
    const sending = openSocket(service.url);
    opened.push(sending);
    const csrf = owner.client.cookies.get('csrf_token');
    sending.write(
      `PUT ${path} HTTP/1.1\r\nHost: latchkey.test\r\nCookie: ${cookies(owner).Cookie}\r\nX-CSRF-Token: ${csrf}\r\n` +
        `Content-Type: image/jpeg\r\nContent-Length: ${raw.length}\r\n\r\n`,
    );
    await expect.poll(placesTaken).toBe(2);
    expect((await owner.client.get(path)).status).toBe(429);
    expect((await owner.client.put(path, undefined, { raw, headers: png })).status).toBe(429);
  });

  test('of a node that died free their places a minute later', async () => {
    await service.sql`
      INSERT INTO large_answers SELECT ${owner.id}, place, uuidv7(), ${service.clock.now()}::timestamptz + interval '60 s'
        FROM generate_series(1, 2) place`;
    expect((await owner.client.get(`${listed}&page=2`)).status).toBe(429);
    service.clock.advance({ seconds: 61 });
    expect((await owner.client.get(`${listed}&page=2`)).status).toBe(200);
    await sweep(service.sql, service.clock.now());
  });

  test('keep their places while their clients read slowly', async () => {
    const sockets = [await unread(listed), await unread(listed)];
    for (let round = 0; round < 3; round++) {
      const [before] = await service.sql`SELECT max(expires_at) AS last FROM large_answers`;
      service.clock.advance({ seconds: 25 });
      for (const socket of sockets) await readSome(socket);
      const renewed = async () =>
        (await service.sql`SELECT 1 FROM large_answers WHERE expires_at > ${before?.last}`).length;
      await expect.poll(renewed).toBe(2);
    }
    expect((await owner.client.get(listed)).status).toBe(429);
  });

  test('end once they lose their place', async () => {
    const socket = await unread(listed);
    await service.sql`DELETE FROM large_answers`;
    service.clock.advance({ seconds: 25 });
    await expect.poll(() => servedBy(socket)?.destroyed).toBe(true);
  });

  test('are complete, in order and as declared', async () => {
    const { body, headers } = await owner.client.get(listed);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const entries = AuditEntry.array().parse(body.logs);
    expect(entries.filter(({ metadata }) => metadata.n).map(({ metadata }) => metadata.n)).toEqual(
      Array.from(
        { length: 10_000 - entries.filter(({ metadata }) => !metadata.n).length },
        (_, at) => at + 1,
      ),
    );
    expect(body).toMatchObject({ page: 1, pageSize: 10_000, totalIsEstimate: true });
    const rest = (await owner.client.get(`${listed}&page=2`)).body.logs;
    expect(rest.at(-1).metadata.n).toBe(10_200);
    expect(rest[0].metadata.n).toBe((entries.at(-1)?.metadata.n as number) + 1);
  });
});

describe('a client', () => {
  test('that reads nothing of the event stream does not fill the memory', async () => {
    await service.sql`
      INSERT INTO events (id, type, organization_id, body, created_at)
      SELECT uuidv7(), 'organization.updated', ${owner.organizationId}::uuid,
             json_build_object('type', 'organization.updated', 'timestamp', ${service.clock.now().toISOString()}::text,
               'data', json_build_object('action', 'ORG_UPDATED', 'actor', NULL, 'organizationId', ${owner.organizationId}::uuid,
                 'metadata', json_build_object('fill', repeat('x', 30000))))::text, ${service.clock.now()}
        FROM generate_series(1, 1000)`;
    const path = '/api/organizations/current/events?limit=1000';
    const { events } = (await owner.client.get(path)).body;
    expect(new Set(events.map(({ id }: { id: string }) => id)).size).toBe(1000);
    const socket = await unread(path);
    await stuck(socket);
    expect(servedBy(socket)?.writableLength).toBeLessThan(5_000_000);
  });

  test.each([listed, downloads[0] ?? ''])(
    'that reads nothing for 30 seconds is cut off: %s',
    async (path) => {
      const socket = await unread(path);
      await stuck(socket);
      service.clock.advance({ seconds: 31 });
      await expect.poll(() => servedBy(socket)?.destroyed).toBe(true);
    },
  );

  test('that pipelines requests and reads no answer is cut off too', async () => {
    const socket = openSocket(service.url);
    opened.push(socket);
    const one = `GET /api/admin/audit-logs?limit=100 HTTP/1.1\r\nHost: latchkey.test\r\nCookie: ${cookies(owner).Cookie}\r\n\r\n`;
    socket.pause();
    socket.write(one.repeat(100));
    await expect.poll(() => servedBy(socket)?.writableLength).toBeGreaterThan(0);
    const cut = async () => {
      service.clock.advance({ seconds: 31 });
      return servedBy(socket)?.destroyed;
    };
    await expect.poll(cut).toBe(true);
  });

  test('that reads slowly gets the whole answer, however long it takes', async () => {
    const socket = await unread(downloads[1] ?? '');
    let end = '';
    socket.on('data', (chunk) => {
      end = (end + String(chunk)).slice(-20);
    });
    const ended = () => socket.closed || end.endsWith('0\r\n\r\n');
    while (!ended()) {
      service.clock.advance({ seconds: 20 });
      await readSome(socket, 8, ended);
      owner.client = await clientFor(service, owner.id);
    }
    expect(end).toMatch(/0\r\n\r\n$/);
  });
});
