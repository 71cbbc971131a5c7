import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { cookieNames } from '@latchkey/contract';
import { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { newLoner } from '@latchkey/server/testing/organizations';
import { openSocket } from '@latchkey/server/testing/raw-http';
import { newDirectory } from '@latchkey/server/testing/scim';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { takeTurnsOf } from '@latchkey/server/testing/turns';
import { describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { ENABLE_OIDC: 'true' } }));

const busyAddress = '203.0.113.66';
const elsewhere = '198.51.100.7';
const waiting = () => service.turns.waiting().all;

/** A user's session, used from this address. */
function from(address: string, { cookies }: Client): Client {
  const client = new Client(service.url, address);
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client;
}

/** A request as its bytes, from the busy address. */
function bytesOf(path: string, body: string): { head: string; body: string } {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `X-Forwarded-For: ${busyAddress}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return { head: `${lines.join('\r\n')}\r\n\r\n`, body };
}

function statusesOf(socket: ReturnType<typeof openSocket>): string[] {
  const statuses: string[] = [];
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    for (const [, status = ''] of text.matchAll(/HTTP\/1\.1 (\d{3}) /g)) statuses.push(status);
    // The last line may end in the next chunk.
    text = text.slice(text.lastIndexOf('\n') + 1);
  });
  return statuses;
}

describe('while an address has all of its turns', () => {
  test('its sessions are checked, and what asks for more waits', async () => {
    const giveBack = takeTurnsOf(service, busyAddress);
    const { client } = await newLoner(service);
    const busy = from(busyAddress, client);
    expect((await busy.get('/api/auth/me')).status).toBe(200);
    const asked = busy.get('/api/organizations');
    await expect.poll(waiting).toBe(1);
    const { client: other } = await newLoner(service);
    expect((await from(elsewhere, other).get('/api/organizations')).status).toBe(200);
    giveBack();
    expect((await asked).status).toBe(200);
  });

  test('a remembered login is exchanged when its turn comes', async () => {
    const { email } = await newUser(service);
    const client = service.client(busyAddress);
    await client.post('/api/auth/login', { email, password, rememberMe: true });
    const giveBack = takeTurnsOf(service, busyAddress);
    expect((await client.get('/api/auth/me')).status).toBe(200);
    client.cookies.delete(cookieNames.session);
    const resumed = client.get('/api/auth/me');
    await expect.poll(waiting).toBe(1);
    giveBack();
    expect((await resumed).status).toBe(200);
  });

  test('a page is served when its turn comes, and without what it would ask if it does not', async () => {
    const { database } = service;
    const busy = await startService({ database, maxWaitMs: -1 });
    takeTurnsOf(busy, busyAddress);
    expect((await busy.client(busyAddress).get('/login')).status).toBe(200);
    expect((await busy.client(busyAddress).get('/api/organizations')).status).toBe(401);
    const giveBack = takeTurnsOf(service, busyAddress);
    const page = service.client(busyAddress).get('/login');
    await expect.poll(waiting).toBe(1);
    giveBack();
    expect((await page).status).toBe(200);
  });

  test('a token of a directory is looked up when its turn comes', async () => {
    const giveBack = takeTurnsOf(service, busyAddress);
    const directory = service.client(busyAddress);
    directory.bearer = `latchkey_scim_${'x'.repeat(43)}`;
    const asked = directory.get('/api/scim/v2/Users');
    await expect.poll(waiting).toBe(1);
    giveBack();
    expect((await asked).status).toBe(401);
  });

  test('a request whose session ends meanwhile is refused', async () => {
    const { id, client } = await newLoner(service);
    const giveBack = takeTurnsOf(service, busyAddress);
    const asked = from(busyAddress, client).get('/api/organizations');
    await expect.poll(waiting).toBe(1);
    await service.sql`DELETE FROM sessions WHERE user_id = ${id}`;
    service.clock.advance({ seconds: 2 });
    giveBack();
    expect((await asked).status).toBe(401);
  });

  test('one that is refused closes its connection and says when to come again', async () => {
    const busy = await startService({ database: service.database, maxWaitMs: -1 });
    takeTurnsOf(busy, busyAddress);
    const answer = await busy.client(busyAddress).post('/api/auth/refresh', { refreshToken: 'x' });
    expect(answer.status).toBe(503);
    expect(answer.body.error.code).toBe('OVERLOADED');
    expect(answer.headers.get('connection')).toBe('close');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('no turn is held', () => {
  /** Whether an address has all of its sixteen turns to take. */
  const isIdle = (address: string) => {
    const turns = Array.from({ length: 16 }, () =>
      service.turns.take({ network: address, account: '', isProven: false, kind: 'test', isCostly: false }),
    );
    for (const { giveBack } of turns) giveBack();
    return turns.every(({ comes }) => comes === undefined);
  };

  test('while a body arrives', async () => {
    const { head } = bytesOf('/api/auth/login', 'x'.repeat(90));
    const sockets = Array.from({ length: 40 }, () => openSocket(service.url));
    let arrived = 0;
    const count = () => void arrived++;
    service.server.on('request', count);
    for (const socket of sockets) socket.write(`${head}{`);
    await expect.poll(() => arrived).toBe(40);
    service.server.off('request', count);
    await turn();
    expect(isIdle(busyAddress)).toBe(true);
    expect((await service.client(busyAddress).get(`/api/invites/${'x'.repeat(43)}`)).status).toBe(404);
    for (const socket of sockets) socket.destroy();
  });

  test("while the body of a directory's request arrives, whose token was looked up in one", async () => {
    const { client } = await newDirectory(service);
    const { head } = bytesOf('/api/scim/v2/Users', 'x'.repeat(90));
    const bearer = `Authorization: Bearer ${client.bearer}\r\n`;
    const sockets = Array.from({ length: 20 }, () => openSocket(service.url));
    const answers = sockets.map(statusesOf);
    let identified = 0;
    const count = () => void identified++;
    service.server.on('request', count);
    for (const socket of sockets) socket.write(`${head.slice(0, -2)}${bearer}\r\n{`);
    await expect.poll(() => identified).toBe(20);
    service.server.off('request', count);
    await expect.poll(() => isIdle(busyAddress)).toBe(true);
    // Not because the service gave up on the bodies.
    expect(answers.flat()).toEqual([]);
    for (const socket of sockets) socket.destroy();
  });

  test('once an answer is sent, or its client has hung up', async () => {
    const giveBack = takeTurnsOf(service, busyAddress);
    const { head, body } = bytesOf('/api/auth/refresh', '{"refreshToken":"x"}');
    const socket = openSocket(service.url);
    socket.write(head + body);
    await expect.poll(waiting).toBe(1);
    socket.destroy();
    await expect.poll(waiting).toBe(0);
    giveBack();
    for (let nth = 0; nth < 20; nth++)
      await service.client(busyAddress).post('/api/auth/refresh', { refreshToken: 'x' });
    await expect.poll(() => isIdle(busyAddress)).toBe(true);
  });
});

describe('two tabs that renew one session at once', () => {
  const tokenOf = async () => (await newUser(service)).client.cookies.get(cookieNames.refresh) ?? 'no token';

  /** The second one's turn comes once the first has its answer. */
  async function renewTwice(
    second: (request: { head: string; body: string }) => { early: string; late: string },
  ) {
    const refreshToken = await tokenOf();
    const giveBack = takeTurnsOf(service, busyAddress);
    const { early, late } = second(bytesOf('/api/auth/refresh', JSON.stringify({ refreshToken })));
    const socket = openSocket(service.url);
    const statuses = statusesOf(socket);
    const arrives = once(service.server, 'request');
    socket.write(early);
    await arrives;
    if (!late) await expect.poll(waiting).toBe(1);
    const first = await service.client(elsewhere).post('/api/auth/refresh', { refreshToken });
    socket.write(late);
    if (late) await expect.poll(waiting).toBe(1);
    giveBack();
    await expect.poll(() => statuses.length).toBe(1);
    socket.destroy();
    return [String(first.status), ...statuses];
  }

  test('stay signed in: a request counts from its arrival, however long it waits', async () => {
    expect(await renewTwice(({ head, body }) => ({ early: head + body, late: '' }))).toEqual(['200', '200']);
  });

  test('gain nothing by sending the head early and the body late', async () => {
    expect(await renewTwice(({ head, body }) => ({ early: head, late: body }))).toEqual(['200', '401']);
  });
});

describe('a connection', () => {
  test('has one request at a time, and is answered in order', async () => {
    const giveBack = takeTurnsOf(service, busyAddress);
    const { head, body } = bytesOf('/api/auth/refresh', '{"refreshToken":"x"}');
    const socket = openSocket(service.url);
    const statuses = statusesOf(socket);
    const check = `GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n`;
    socket.write((head + body).repeat(50) + check.repeat(1000));
    await expect.poll(waiting).toBe(1);
    for (let nth = 0; nth < 20; nth++) await turn();
    expect(waiting()).toBe(1);
    expect(statuses).toEqual([]);
    giveBack();
    await expect.poll(() => statuses.length, { timeout: 30_000 }).toBe(1050);
    expect(statuses.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => '401'));
    expect(new Set(statuses.slice(50))).toEqual(new Set(['200']));
    socket.destroy();
  });

  test('is not read further while requests that were sent ahead wait', async () => {
    const giveBack = takeTurnsOf(service, busyAddress);
    const padding = `X-Padding: ${'x'.repeat(700)}\r\n`;
    const padded = (request: string) => request.replace('\r\n\r\n', `\r\n${padding}\r\n`);
    const { head, body } = bytesOf('/api/auth/refresh', '{"refreshToken":"x"}');
    const check = padded('GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    let parsed = 0;
    const count = () => void parsed++;
    service.server.on('request', count);
    const socket = openSocket(service.url);
    const statuses = statusesOf(socket);
    // What is read at a time has sixty of these or so.
    socket.write(check.repeat(20) + padded(head) + body + check.repeat(900));
    await expect.poll(waiting).toBe(1);
    for (let nth = 0; nth < 20; nth++) await turn();
    expect(statuses).toHaveLength(20);
    expect(parsed).toBeLessThan(200);
    giveBack();
    await expect.poll(() => statuses.length, { timeout: 30_000 }).toBe(921);
    service.server.off('request', count);
    socket.destroy();
  });

  test('is cut off when too much was sent ahead on all of them, and forgets what it sent', async () => {
    const giveBack = takeTurnsOf(service, busyAddress);
    const { head, body } = bytesOf('/api/auth/refresh', '{"refreshToken":"x"}');
    const short = 'GET /api/health/live HTTP/1.1\r\nHost: x\r\n\r\n';
    const sockets = Array.from({ length: 200 }, () => openSocket(service.url));
    const closed = sockets.map((socket) => {
      socket.on('error', () => undefined);
      return once(socket, 'close');
    });
    for (const socket of sockets) socket.write(head + body + short.repeat(1400));
    await Promise.race(closed);
    for (const socket of sockets) socket.destroy();
    giveBack();
    await Promise.all(closed);
    // The service may not have heard yet that they are closed.
    let statuses: string[] = [];
    while (statuses.length < 1400) {
      const again = openSocket(service.url);
      statuses = statusesOf(again);
      again.write(short.repeat(1400));
      while (!again.destroyed && statuses.length < 1400) await turn();
      again.destroy();
    }
  });
});

test('requests that wait when the service stops are served', async () => {
  const stopping = await startService({ database: service.database });
  const giveBack = takeTurnsOf(stopping, busyAddress);
  const asked = stopping.client(busyAddress).post('/api/auth/refresh', { refreshToken: 'x' });
  await expect.poll(() => stopping.turns.waiting().all).toBe(1);
  const closed = stopping.close();
  await turn();
  giveBack();
  expect((await asked).status).toBe(401);
  await closed;
});
