import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { startNameServer } from '@latchkey/server/testing/dns';
import { afterEach, describe, expect, test } from 'vitest';
import { createResolve } from './resolve.ts';
import { createRules, networksOf } from './rules.ts';
import { createSender, type Sender } from './sender.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function senderTo(networks: string[], servers?: string[]): Sender {
  const rules = createRules({ allowedNetworks: networks.flatMap(networksOf), httpsOnly: false });
  const sender = createSender(rules, createResolve(servers));
  closing.push(() => sender.close());
  return sender;
}

async function listen(server: Server | ReturnType<typeof createSocketServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as AddressInfo).port;
}

async function receiver(answer: RequestListener) {
  let connections = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, answer);
  server.on('connection', () => connections++);
  const port = await listen(server);
  closing.push(() => server.closeAllConnections());
  return { port, connections: () => connections, server };
}

/** Talks raw bytes on every connection. */
async function talker(talk: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  return listen(
    createSocketServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.resume();
      talk(socket);
    }),
  );
}

const post = (sender: Sender, url: string, limitMs = 5000) =>
  sender.post({ url, headers: { 'content-type': 'application/json' }, body: '{}', limitMs });

test('a request arrives as sent, and only the status and Retry-After of the response are kept', async () => {
  const seen: unknown[] = [];
  const { port, connections } = await receiver((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      seen.push([request.method, request.url, request.headers['content-type'], body]);
      response.writeHead(202, { 'retry-after': '7' }).end('a secret of the other side');
    });
  });
  const sender = senderTo(['loopback']);
  const url = `http://127.0.0.1:${port}/hook?a=b`;
  for (let turn = 0; turn < 3; turn++)
    expect(await post(sender, url)).toEqual({ status: 202, retryAfter: '7' });
  expect(seen).toEqual(Array(3).fill(['POST', '/hook?a=b', 'application/json', '{}']));
  expect(connections()).toBe(1);
});

test('a redirect is not followed', async () => {
  let visits = 0;
  const { port } = await receiver((request, response) => {
    visits++;
    response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end(request.url);
  });
  expect(await post(senderTo(['loopback']), `http://127.0.0.1:${port}/`)).toMatchObject({ status: 302 });
  expect(visits).toBe(1);
});

describe('DNS rebinding', () => {
  test('a name that switches from a public address to loopback between check and connect reaches nothing', async () => {
    const { port, connections } = await receiver((_request, response) => response.end());
    // First as a check would see it, then as an attacker wants it.
    const names = await startNameServer((_name, asked) => [asked === 1 ? '203.0.113.7' : '127.0.0.1']);
    closing.push(names.close);
    const sender = senderTo(['203.0.113.0/24'], [names.server]);
    const url = `http://rebound.example:${port}/`;
    expect(await post(sender, url, 300)).toEqual({ error: expect.stringMatching(/^E/) });
    for (let turn = 0; turn < 2; turn++)
      expect(await post(sender, url)).toEqual({ error: 'FORBIDDEN_ADDRESS' });
    expect(connections()).toBe(0);
    expect(names.questions.filter((question) => question.endsWith(' A'))).toHaveLength(3);
  });

  test('only the allowed addresses of a name are tried', async () => {
    const { port, connections } = await receiver((_request, response) => response.end());
    const names = await startNameServer(() => ['169.254.169.254', '10.0.0.1', '127.0.0.1']);
    closing.push(names.close);
    const url = `http://mixed.example:${port}/`;
    expect(await post(senderTo(['127.0.0.1'], [names.server]), url)).toMatchObject({ status: 200 });
    expect(connections()).toBe(1);
    expect(await post(senderTo([], [names.server]), url)).toEqual({ error: 'FORBIDDEN_ADDRESS' });
    expect(connections()).toBe(1);
  });

  test('an unknown name gives the same error as a forbidden address, and an unresponsive name server times out', async () => {
    const names = await startNameServer((name) => (name.startsWith('silent') ? undefined : []));
    closing.push(names.close);
    const sender = senderTo([], [names.server]);
    expect(await post(sender, 'http://unknown.example/')).toEqual({ error: 'FORBIDDEN_ADDRESS' });
    expect(await post(sender, 'http://silent.example/', 300)).toEqual({ error: 'ETIMEDOUT' });
  });
});

test('literal addresses and localhost are checked against the allowed networks', async () => {
  const { port, connections } = await receiver((_request, response) => response.end());
  for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost'])
    expect(await post(senderTo([]), `http://${host}:${port}/`)).toEqual({ error: 'FORBIDDEN_ADDRESS' });
  expect(connections()).toBe(0);
  expect(await post(senderTo(['loopback']), `http://localhost:${port}/`)).toMatchObject({ status: 200 });
});

describe('receiver behavior', () => {
  test('a receiver that never responds times out', async () => {
    const port = await talker(() => undefined);
    expect(await post(senderTo(['loopback']), `http://127.0.0.1:${port}/`, 200)).toEqual({
      error: 'ETIMEDOUT',
    });
  });

  test('a receiver that trickles its headers times out', async () => {
    const port = await talker((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => socket.write('X-More: drops\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await post(senderTo(['loopback']), `http://127.0.0.1:${port}/`, 300)).toEqual({
      error: 'ETIMEDOUT',
    });
  });

  test('a receiver that trickles its body has already responded, and the sender does not wait for the rest', async () => {
    const port = await talker((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
      const drip = setInterval(() => socket.write('.'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    // An hour to answer: if the sender waits for the rest of the body, the test times out.
    expect(await post(senderTo(['loopback']), `http://127.0.0.1:${port}/`, 3_600_000)).toMatchObject({
      status: 200,
    });
  });

  test('a response with an endless body is cut off', async () => {
    let sent = 0;
    const port = await talker((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n');
      const pour = () => {
        while (!socket.destroyed && socket.write(Buffer.alloc(65_536))) sent += 65_536;
      };
      socket.on('drain', pour);
      pour();
    });
    expect(await post(senderTo(['loopback']), `http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
    expect(sent).toBeLessThan(50_000_000);
  });

  test('a response with oversized headers is an error', async () => {
    const port = await talker((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(200_000)}\r\n\r\n`);
    });
    expect(await post(senderTo(['loopback']), `http://127.0.0.1:${port}/`)).toEqual({
      error: 'HPE_HEADER_OVERFLOW',
    });
  });

  test('a response that is not HTTP is an error, and a protocol switch is reported as status 101', async () => {
    const [nonsense, upgrade] = await Promise.all([
      talker((socket) => socket.end('220 mail.example ESMTP\r\n')),
      talker((socket) =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
      ),
    ]);
    const sender = senderTo(['loopback']);
    expect(await post(sender, `http://127.0.0.1:${nonsense}/`)).toEqual({
      error: expect.stringMatching(/^HPE_/),
    });
    expect(await post(sender, `http://127.0.0.1:${upgrade}/`)).toEqual({ status: 101 });
  });

  test('a receiver that keeps its connection open gets further requests on that connection', async () => {
    const { port, connections } = await receiver((_request, response) => response.end('ok'));
    const sender = senderTo(['loopback']);
    for (let turn = 0; turn < 5; turn++) await post(sender, `http://127.0.0.1:${port}/`);
    expect(connections()).toBe(1);
  });

  test('a receiver that closed its idle connection gets the next request on a new one', async () => {
    const { port, connections, server } = await receiver((_request, response) => response.end('ok'));
    const sender = senderTo(['loopback']);
    await post(sender, `http://127.0.0.1:${port}/`);
    server.closeIdleConnections();
    expect(await post(sender, `http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
    expect(connections()).toBe(2);
  });

  test('a pending request is abandoned when the sender closes', async () => {
    const port = await talker(() => undefined);
    const sender = senderTo(['loopback']);
    const waiting = post(sender, `http://127.0.0.1:${port}/`, 20_000);
    setTimeout(() => sender.close(), 50);
    expect(await waiting).toEqual({ error: 'BROKEN_OFF' });
  });

  test('a reset or refused connection is an error', async () => {
    const port = await talker((socket) => socket.destroy());
    const sender = senderTo(['loopback']);
    expect(await post(sender, `http://127.0.0.1:${port}/`)).toEqual({ error: 'ECONNRESET' });
    expect(await post(sender, 'http://127.0.0.1:1/')).toEqual({ error: 'ECONNREFUSED' });
  });
});

describe('an answer that is asked for', () => {
  const ask = (sender: Sender, port: number, more = {}) =>
    sender.post({
      url: `http://127.0.0.1:${port}/`,
      headers: {},
      body: '{}',
      limitMs: 5000,
      answerBytes: 16,
      ...more,
    });

  test('is kept up to the length asked for, and beyond it only its status is', async () => {
    const { port } = await receiver((request, response) => {
      request.resume().on('end', () => response.end('x'.repeat(Number(request.headers['x-bytes']))));
    });
    const sender = senderTo(['loopback']);
    const of = (bytes: number) => ask(sender, port, { headers: { 'x-bytes': String(bytes) } });
    expect(await of(16)).toEqual({ status: 200, answer: Buffer.from('x'.repeat(16)) });
    expect(await of(17)).toEqual({ status: 200, answer: undefined });
  });

  test('is an error if it breaks off or trickles past the limit, even though its status is known', async () => {
    const answer = (rest: (socket: Socket) => void) =>
      talker((socket) => {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}');
          rest(socket);
        });
      });
    const [cut, slow] = await Promise.all([answer((socket) => socket.end()), answer(() => undefined)]);
    const sender = senderTo(['loopback']);
    expect(await ask(sender, cut)).toEqual({ error: 'ECONNRESET' });
    expect(await ask(sender, slow, { limitMs: 200 })).toEqual({ error: 'ETIMEDOUT' });
  });
});

test('a body of bytes arrives as sent, by the method that is asked for', async () => {
  const seen: unknown[] = [];
  const { port } = await receiver((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      seen.push([request.method, Buffer.concat(chunks)]);
      response.end();
    });
  });
  const body = Buffer.from([0, 255, 128, 13, 10]);
  const url = `http://127.0.0.1:${port}/`;
  const sender = senderTo(['loopback']);
  expect(await sender.post({ url, method: 'PUT', headers: {}, body, limitMs: 5000 })).toMatchObject({
    status: 200,
  });
  expect(seen).toEqual([['PUT', body]]);
});

test('what may be sent only once is not repeated when a kept connection turns out to be closed', async () => {
  let requests = 0;
  const { port } = await receiver((request, response) => {
    requests++;
    if (requests === 1) response.end();
    else request.socket.destroy();
  });
  const sender = senderTo(['loopback']);
  const outgoing = { url: `http://127.0.0.1:${port}/`, headers: {}, body: '{}', limitMs: 5000 };
  await sender.post(outgoing);
  expect(await sender.post({ ...outgoing, once: true })).toEqual({ error: 'ECONNRESET' });
  expect(requests).toBe(2);
});
