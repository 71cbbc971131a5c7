import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { createLogger } from '../platform/log.ts';
import { banner, start } from './start.ts';

const secret = (letter: string) => letter.repeat(32);
const secrets = { SESSION_SECRET: secret('s'), JWT_SECRET: secret('j'), JWT_REFRESH_SECRET: secret('r') };
const config = readConfig({ NODE_ENV: 'test', ...secrets }, () => secrets);
const log = createLogger({ environment: 'test', logLevel: 'silent' });

test('a start that is over leaves nothing on the signal that would have broken it off', async () => {
  const { signal: stopping } = new AbortController();
  const given = { config, log, stopping };
  await start(given, async () => ({ address: 'nowhere' }));
  const failed = start(given, () => Promise.reject(new Error('a step failed')));
  await expect(failed).rejects.toThrow('a step failed');
  expect(getEventListeners(stopping, 'abort')).toEqual([]);
});

test('the banner names where it listens, and the setup page only at an address where it exists', () => {
  const running = { address: 'http://127.0.0.1:4321', isFresh: true, postgres: '18.4' };
  const of = (env: Record<string, string>) =>
    banner(
      readConfig({ ...secrets, ...env }, () => secrets),
      running,
    );
  const here = of({ PORT: '4321' });
  expect(here).toMatch(/Address +http:\/\/localhost:4321\n +Listens on +http:\/\/127\.0\.0\.1:4321\n/);
  expect(here).toContain('npm install http://localhost:4321/sdk.tgz');
  expect(here).toContain('open the address in a browser on this machine');
  const elsewhere = of({ BASE_URL: 'https://id.example.com', API_DOCS: 'off' });
  expect(elsewhere).not.toContain('in a browser on this machine');
  expect(here).toContain('http://localhost:4321/docs\n');
  expect(elsewhere).not.toContain('/docs');
});
