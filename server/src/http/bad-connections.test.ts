import { once } from 'node:events';
import type { Socket } from 'node:net';
import { ErrorBody } from '@latchkey/contract';
import { started } from '@latchkey/server/testing/lifetime';
import { exchange, openSocket, type RawAnswer, untilClosed } from '@latchkey/server/testing/raw-http';
import { startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';

const service = started(startService);

/** Like every other error: the shape, the id, the headers. */
function expectRefused(answer: RawAnswer, status: number) {
  expect(answer.status).toBe(status);
  const { error } = ErrorBody.parse(JSON.parse(answer.text));
  expect(error).toMatchObject({ type: 'VALIDATION_ERROR', code: 'MALFORMED_REQUEST', details: {} });
  expect(answer.headers['x-request-id']).toBe(error.requestId);
  expect(answer.headers['x-content-type-options']).toBe('nosniff');
  expect(answer.headers['cache-control']).toBe('no-store');
}

const alive = async () => expect((await service.client().get('/api/health/live')).status).toBe(200);

describe('malformed HTTP', () => {
  test.each([
    ['noise', '\0\x01\x02garbage\r\n\r\n'],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['an unknown method', 'FROBNICATE / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an unsupported HTTP version', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
    ['a header without a colon', 'GET /api/health/live HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['a NUL in a header', 'GET /api/health/live HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n\r\n'],
    ['a folded header', 'GET /api/health/live HTTP/1.1\r\nX-A: a\r\n b\r\nHost : x\r\n\r\n'],
    [
      'a Content-Length that is not a number',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n{}',
    ],
    ['a negative Content-Length', 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}'],
    [
      'a chunk with an invalid size',
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
  ])('is refused: %s', async (_what, bytes) => {
    expectRefused(await exchange(service.url, Buffer.from(bytes, 'latin1')), 400);
    await alive();
  });

  test('is logged by request id, without the data that was sent', async () => {
    const answer = await exchange(service.url, 'hush-hush-secret\r\n\r\n');
    const line = service.logged.find((each) => each.includes(String(answer.headers['x-request-id'])));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ status: 400, code: expect.stringMatching(/^HPE_/) });
    expect(service.logged.join('')).not.toContain('hush-hush');
  });
});

describe('a request', () => {
  test('without a Host is refused, except in HTTP/1.0', async () => {
    const refused = await exchange(service.url, 'GET /api/health/live HTTP/1.1\r\nConnection: close\r\n\r\n');
    expectRefused(refused, 400);
    const old = await exchange(service.url, 'GET /api/health/live HTTP/1.0\r\n\r\n');
    expect(old.status).toBe(200);
  });

  test('with an unknown Expect header is served normally', async () => {
    const answer = await exchange(
      service.url,
      'GET /api/health/live HTTP/1.1\r\nHost: x\r\nExpect: the-unexpected\r\nConnection: close\r\n\r\n',
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['x-request-id']).toBeTruthy();
  });

  test('that asks for an upgrade is served as plain HTTP', async () => {
    const answer = await exchange(
      service.url,
      'GET /api/health/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\n\r\n',
    );
    expect(answer.status).toBe(200);
  });

  test('with headers that are too large is 431', async () => {
    const answer = await exchange(
      service.url,
      `GET /api/health/live HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`,
    );
    expectRefused(answer, 431);
  });

  test('with a malformed cookie is served as unauthenticated', async () => {
    for (const cookie of ['=', ';;;', 'latchkey_session=%E0%A4%A', 'latchkey_session="', '\x80\xff'])
      expect(
        (
          await exchange(
            service.url,
            Buffer.from(
              `GET /api/auth/me HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
              'latin1',
            ),
          )
        ).status,
      ).toBe(401);
  });

  test.each(['destroy', 'resetAndDestroy'] as const)(
    'whose sender disconnects (%s) logs no database or request failure',
    async (hangUp) => {
      const before = service.logged.length;
      const accepted = once(service.server, 'connection') as Promise<[Socket]>;
      const received = once(service.server, 'request');
      const socket = openSocket(service.url);
      socket.write(
        'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"em',
      );
      const [peer] = await accepted;
      await received;
      // Not `once`: a reset is an error event too.
      const gone = new Promise((resolve) => peer.on('close', resolve));
      socket[hangUp]();
      await gone;
      await alive();
      expect(service.logged.slice(before).join('')).not.toMatch(/database|a request failed/);
    },
  );
});

describe('a request that tries to smuggle in another', () => {
  const hidden = 'GET /api/health/ready HTTP/1.1\r\nHost: x\r\n\r\n';
  const head = 'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

  test.each([
    [
      'both Content-Length and chunked encoding',
      `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    [
      'chunked encoding followed by Content-Length',
      `${head}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    ['two Content-Length headers', `${head}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}${hidden}`],
    ['a Content-Length with a list of values', `${head}Content-Length: 2, 60\r\n\r\n{}${hidden}`],
    ['a Content-Length with a plus sign', `${head}Content-Length: +2\r\n\r\n{}${hidden}`],
    ['an unknown transfer encoding', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`],
    [
      'chunked encoding that is not last in the list',
      `${head}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
    ],
    ["a space before a header's colon", `${head}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
    ['a bare line feed', `${head}X-A: b\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
    [
      'a chunk size with a malformed extension',
      `${head}Transfer-Encoding: chunked\r\n\r\n2;\n\r\n{}\r\n0\r\n\r\n${hidden}`,
    ],
  ])('is refused and its connection is closed: %s', async (_how, bytes) => {
    const answer = await exchange(service.url, bytes);
    expect(answer.status).toBe(400);
    expect(answer.all.match(/HTTP\/1\.1 \d{3}/g)).toHaveLength(1);
    expect(answer.text).not.toContain('"status":"ok"');
  });
});

describe('a slow client', () => {
  const impatient = started(() =>
    startService({ patience: { headersMs: 300, requestMs: 600, checkEveryMs: 50 } }),
  );

  test('that drips its headers gets 408', async () => {
    const socket = openSocket(impatient.url);
    socket.write('GET /api/health/live HTTP/1.1\r\nHost: x\r\n');
    const drip = setInterval(() => socket.write('X-A: b\r\n'), 50);
    const started = performance.now();
    const answer = await untilClosed(socket);
    clearInterval(drip);
    expectRefused(answer, 408);
    expect(performance.now() - started).toBeGreaterThan(250);
  });

  test('that drips its body gets 408', async () => {
    const socket = openSocket(impatient.url);
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    );
    const drip = setInterval(() => socket.write(' '), 50);
    const started = performance.now();
    const answer = await untilClosed(socket);
    clearInterval(drip);
    expectRefused(answer, 408);
    expect(performance.now() - started).toBeGreaterThan(500);
  });

  test('gets ten seconds for headers and thirty for a request by default', () => {
    expect(service.server).toMatchObject({
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 72_000,
    });
  });
});

test('a body that is too large is 413 and closes the connection', async () => {
  const answer = await exchange(
    service.url,
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n{',
  );
  expect({ status: answer.status, connection: answer.headers.connection }).toEqual({
    status: 413,
    connection: 'close',
  });
});
