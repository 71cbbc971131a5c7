import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { expect, test } from 'vitest';

const service = started(startService);

/** As it goes over the wire: fetch would unpack it. */
function raw(method: string, accepted: string) {
  return new Promise<{ status: number | undefined; encoding: unknown; vary: unknown; body: Buffer }>(
    (resolve, reject) => {
      const url = `${service.url}/api/locales/en/sign-in`;
      const sent = request(url, { method, headers: { 'accept-encoding': accepted } }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const { 'content-encoding': encoding, vary } = response.headers;
          resolve({ status: response.statusCode, encoding, vary, body: Buffer.concat(parts) });
        });
      });
      sent.on('error', reject);
      sent.end();
    },
  );
}

const titleIn = (text: Buffer) => JSON.parse(text.toString()).messages['login.title'];

test('a page gets its texts compressed, at most a third of their size', async () => {
  const plain = await raw('GET', 'identity');
  expect([plain.status, plain.encoding, titleIn(plain.body)]).toEqual([200, undefined, 'Sign in']);
  const br = await raw('GET', 'gzip, br');
  expect([br.encoding, titleIn(brotliDecompressSync(br.body))]).toEqual(['br', 'Sign in']);
  expect(br.vary).toContain('Accept-Encoding');
  const gzip = await raw('GET', 'gzip');
  expect([gzip.encoding, titleIn(gunzipSync(gzip.body))]).toEqual(['gzip', 'Sign in']);
  for (const { body } of [br, gzip]) expect(body.length).toBeLessThan(plain.body.length / 3);
});

test('HEAD has no body', async () => {
  expect((await raw('HEAD', 'br')).body).toHaveLength(0);
});
