import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { createLogger } from '../platform/log.ts';
import { start } from './start.ts';

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
