import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization } from '@latchkey/server/testing/organizations';
import { openSocket } from '@latchkey/server/testing/raw-http';
import { newUser, password, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

/*
 * Who is served in which order, whatever the speed of the machine: while a flood lasts, a bystander asks, and the answers that
 * the flood got until the bystander has theirs are counted.
 */

const service = started(startService);

const flooding = '203.0.113.66';
const elsewhere = '198.51.100.7';

const bytesOf = (method: string, path: string, headers: Record<string, string>, body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    `X-Forwarded-For: ${flooding}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
    '',
    body,
  ].join('\r\n');

/** Sends these bytes at once, each on a connection of its own, and again as often as asked. Counts the answers. */
async function flood(all: string[], { isRepeated = false } = {}) {
  const statuses: Record<string, number> = {};
  const answered = () => Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const sockets = all.map(() => openSocket(service.url));
  await Promise.all(sockets.map((socket) => new Promise((open) => socket.once('connect', open))));
  sockets.forEach((socket, nth) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g))
        statuses[status] = (statuses[status] ?? 0) + 1;
      if (isRepeated) socket.write(all[nth] ?? '');
    });
    socket.write(all[nth] ?? '');
  });
  await expect.poll(answered, { timeout: 60_000 }).toBeGreaterThan(500);
  return { statuses, answered, end: () => sockets.forEach((socket) => void socket.destroy()) };
}

test('eight connections that send thousands of requests ahead let a sign-in from elsewhere pass', async () => {
  const { email } = await newUser(service);
  const each = bytesOf('GET', `/api/invites/${'x'.repeat(43)}`, {}).repeat(900);
  const crowd = await flood(Array.from({ length: 8 }, () => each));
  const before = crowd.answered();
  const answer = await service.client(elsewhere).post('/api/auth/login', { email, password });
  const between = crowd.answered() - before;
  crowd.end();
  expect(answer.status).toBe(200);
  // A sign-in asks the database a dozen times, and each time some of the flood may go first.
  expect(between).toBeLessThan(400);
});

test('four hundred connections that write for one account let a sign-in from elsewhere pass', async () => {
  const { owner } = await newOrganization(service);
  const headers = {
    Cookie: [...owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'X-CSRF-Token': owner.client.cookies.get('csrf_token') ?? '',
  };
  const writes = Array.from({ length: 400 }, (_, nth) =>
    bytesOf('PATCH', '/api/organizations/current', headers, JSON.stringify({ name: `Named ${nth}` })),
  );
  const { email } = await newUser(service);
  const crowd = await flood(writes, { isRepeated: true });
  const before = crowd.answered();
  const answer = await service.client(elsewhere).post('/api/auth/login', { email, password });
  const between = crowd.answered() - before;
  crowd.end();
  expect(answer.status).toBe(200);
  expect(between).toBeLessThan(150);
});

describe('of three hundred requests from one address that arrive at once', () => {
  const asking = (address: string) =>
    `GET /api/health/live HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${address}\r\n\r\n`;

  /** Connections that ask, and the addresses in the order of their answers. */
  function connectAll() {
    const addresses = [...Array.from({ length: 300 }, () => flooding), elsewhere];
    const answered: string[] = [];
    const sockets = addresses.map((address) => {
      const socket = openSocket(service.url);
      socket.on('data', () => answered.push(address));
      socket.on('error', () => undefined);
      return socket;
    });
    const ask = () => addresses.forEach((address, nth) => void sockets[nth]?.write(asking(address)));
    const all = () => expect.poll(() => answered.length).toBe(addresses.length);
    return { answered, ask, all, end: () => sockets.forEach((socket) => void socket.destroy()) };
  }

  test('most begin after one from elsewhere that arrives last', async () => {
    const clients = connectAll();
    clients.ask();
    await clients.all();
    clients.answered.length = 0;
    clients.ask();
    await clients.all();
    clients.end();
    expect(clients.answered.indexOf(elsewhere)).toBeLessThan(60);
  });

  test('most begin after one from a client that connects last', async () => {
    const clients = connectAll();
    clients.ask();
    await clients.all();
    clients.end();
    expect(clients.answered.indexOf(elsewhere)).toBeLessThan(150);
  });
});
