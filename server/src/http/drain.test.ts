import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

test('closing finishes the request in progress and does not wait for idle connections', async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let reached = () => {};
  const atWork = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const bcrypt = {
    hash: async () => '',
    compare: async () => {
      reached();
      await held;
      return false;
    },
  };
  const service = await startService({ hashing: { bcrypt } });
  // A client that keeps its connection open, as browsers and proxies do, and one that never sends anything.
  const agent = new Agent({ keepAlive: true });
  const silent = connect(Number(new URL(service.url).port), '127.0.0.1');
  await once(silent, 'connect');
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'Correct-Horse-7' });
  const login = request(`${service.url}/api/auth/login`, {
    agent,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  }).end(body);
  const answered = once(login, 'response') as Promise<[IncomingMessage]>;
  await atWork;

  const closing = service.close();
  while (service.server.listening) await new Promise((resolve) => setImmediate(resolve));
  finish();
  const [answer] = await answered;
  expect([answer.statusCode, answer.headers.connection]).toEqual([401, 'close']);
  answer.resume();
  await closing;
  agent.destroy();
  silent.destroy();
});

test('a stopping node behind a proxy first reports not ready, and keeps serving while it drains', async () => {
  const service = await startService({ env: { DRAIN_SECONDS: '1' } });
  const ask = async (path: string) => {
    const response = await fetch(service.url + path);
    await response.arrayBuffer();
    return [response.status, response.headers.get('connection')];
  };
  expect(await ask('/api/health/ready')).toEqual([200, 'keep-alive']);
  const closing = service.close();
  while ((await ask('/api/health/ready'))[0] === 200);
  // The proxy still sends requests, and over new connections too; it is told to keep none of them.
  expect(await ask('/api/health/ready')).toEqual([503, 'close']);
  expect(await ask('/api/auth/oauth/providers')).toEqual([200, 'close']);
  await closing;
  await expect(fetch(`${service.url}/api/health/live`)).rejects.toThrow();
});
