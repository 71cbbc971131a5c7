import type { Socket } from 'node:net';
import { started } from '@latchkey/server/testing/lifetime';
import { openSocket } from '@latchkey/server/testing/raw-http';
import { startService, type TestService } from '@latchkey/server/testing/service';
import { afterEach, describe, expect, test } from 'vitest';

const flooded = '203.0.113.66';
const elsewhere = '198.51.100.7';
const service = started(() => startService({ env: { MAX_REQUESTS_PER_ADDRESS: '3' } }));
const direct = started(() => startService({ env: { MAX_REQUESTS_PER_ADDRESS: '3', TRUST_PROXY: 'false' } }));

const opened: Socket[] = [];
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  for (const each of [service, direct]) await expect.poll(() => each.deps.inProcess.inFlight.size).toBe(0);
});

/** A request whose body is never complete: it stays under way for as long as the test likes. */
async function hold(on: TestService, address: string): Promise<void> {
  const count = () => [...on.deps.inProcess.inFlight.values()].reduce((sum, each) => sum + each, 0);
  const before = count();
  const socket = openSocket(on.url);
  opened.push(socket);
  socket.write(
    `POST /api/auth/login HTTP/1.1\r\nHost: latchkey.test\r\nX-Forwarded-For: ${address}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  await expect.poll(count).toBe(before + 1);
}

const login = (on: TestService, address: string) =>
  on.client(address).post('/api/auth/login', { email: 'ada@example.com', password: 'Wrong-Horse-7' });

describe('an address with as many requests under way as allowed', () => {
  test('gets 503 with Retry-After for another one, until one of them ends', async () => {
    for (const _ of [1, 2, 3]) await hold(service, flooded);
    const refused = await login(service, flooded);
    expect([refused.status, refused.body.error.code]).toEqual([503, 'OVERLOADED']);
    expect(refused.headers.get('retry-after')).toBe('1');
    opened.pop()?.destroy();
    await expect.poll(async () => (await login(service, flooded)).status).toBe(401);
  });

  test('can still read, and takes nothing from other addresses', async () => {
    for (const _ of [1, 2, 3]) await hold(service, flooded);
    expect((await service.client(flooded).get('/api/auth/me')).status).toBe(401);
    expect((await login(service, elsewhere)).status).toBe(401);
  });

  test('is a whole /64 for IPv6', async () => {
    for (const nth of [1, 2, 3]) await hold(service, `2001:db8:0:7::${nth}`);
    expect((await login(service, '2001:db8:0:7:ffff::9')).status).toBe(503);
    expect((await login(service, '2001:db8:0:8::1')).status).toBe(401);
  });

  test("can't pretend to be another one if no proxy is trusted", async () => {
    for (const nth of [1, 2, 3]) await hold(direct, `203.0.113.${nth}`);
    expect((await login(direct, elsewhere)).status).toBe(503);
  });
});
