import { startBotVerifier } from '@latchkey/server/testing/bot-verifier';
import type { Client } from '@latchkey/server/testing/client';
import { started } from '@latchkey/server/testing/lifetime';
import { password, startService } from '@latchkey/server/testing/service';
import { beforeEach, describe, expect, test } from 'vitest';

let addresses = 0;
const register = (client: Client, token?: string, more = {}) =>
  client.post(
    '/api/auth/register',
    { email: `widget-${++addresses}@example.com`, password, organizationName: 'Widgets', ...more },
    token === undefined ? {} : { headers: { 'x-challenge': token } },
  );

describe.each(['turnstile', 'hcaptcha'])('%s', (kind) => {
  const verifier = started(startBotVerifier);
  const start = (more: Record<string, string> = {}) =>
    startService({
      env: {
        BOT_PROTECTION: kind,
        BOT_SITE_KEY: 'site-key',
        BOT_SECRET_KEY: 'bot-secret',
        BOT_VERIFY_URL: verifier.url,
        ...more,
      },
    });
  const service = started(start);
  beforeEach(() => {
    verifier.mood = 'well';
    verifier.asked.length = 0;
  });

  test('tells pages which widget to show, and never the secret', async () => {
    const { body, text } = await service.client().get('/api/auth/challenge');
    expect(body).toEqual({ kind, siteKey: 'site-key' });
    const refused = await register(service.client());
    expect([refused.status, refused.body.error.details]).toEqual([403, { kind, siteKey: 'site-key' }]);
    expect(text + refused.text).not.toContain('bot-secret');
    expect(verifier.asked).toEqual([]);
  });

  test('passes with a token that its service accepts, which is told the address', async () => {
    const client = service.client();
    expect((await register(client, 'good-1')).status).toBe(201);
    const asked = {
      secret: 'bot-secret',
      response: 'good-1',
      remoteip: client.ipAddress,
      sitekey: 'site-key',
    };
    expect(verifier.asked).toEqual([asked]);
  });

  test('refuses one that it does not accept, and an empty one', async () => {
    for (const token of ['bad', ''])
      expect((await register(service.client(), token)).body.error.code).toBe('CHALLENGE_REQUIRED');
    expect(verifier.asked).toHaveLength(1);
  });

  test('attack: a token serves one request, even if its service accepts it again', async () => {
    expect((await register(service.client(), 'good-2')).status).toBe(201);
    const again = await Promise.all([1, 2].map(() => register(service.client(), 'good-2')));
    expect(again.map(({ status }) => status)).toEqual([403, 403]);
  });

  test('attack: many requests at once with one token', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(service.client(), 'good-3')));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('asks nobody about a request that is refused anyway', async () => {
    expect((await register(service.client(), 'good-4', { email: 'no address' })).status).toBe(400);
    expect(verifier.asked).toEqual([]);
  });

  test('lets people pass while its service is broken, and says so in the log', async () => {
    verifier.mood = 'broken';
    expect((await register(service.client(), 'anything')).status).toBe(201);
    expect((await register(service.client())).status).toBe(403);
    expect(service.logged.join('')).toContain('gave no answer');
  });

  test('lets people pass after three seconds of silence, holding no turn meanwhile', async () => {
    verifier.mood = 'silent';
    const waiting = Array.from({ length: 6 }, (_, at) => register(service.client(), `silence-${at}`));
    const other = service.client();
    const quick = await other.post('/api/auth/login', { email: 'nobody@example.com', password });
    expect(quick.status).toBe(401);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(6).fill(201));
  });

  test('says in the log that its secret is refused', async () => {
    const wrong = await start({ BOT_SECRET_KEY: 'another' });
    expect((await register(wrong.client(), 'good-5')).status).toBe(403);
    expect(wrong.logged.join('')).toContain('refused BOT_SECRET_KEY');
    expect(wrong.logged.join('')).not.toContain('another"');
  });

  test('needs both keys to start', async () => {
    await expect(start({ BOT_SITE_KEY: '', BOT_SECRET_KEY: '' })).rejects.toThrow(
      /BOT_SITE_KEY must be set.*\s+.*BOT_SECRET_KEY must be set/,
    );
  });
});
