import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { snippets } from '../console/src/webhooks/snippets.ts';
import { startExample } from './example-process.ts';

const page = readFileSync(new URL('../docs/webhooks.md', import.meta.url), 'utf8');

test.each(snippets)('the $language snippet shown in the console is in the docs', ({ code }) => {
  expect(page).toContain(code);
});

test('there are five snippets', () => expect(snippets).toHaveLength(5));

test.each(snippets)('the $language snippet contains a 400 response', ({ code }) => {
  expect(code).toMatch(/400|StatusBadRequest/);
});

test('the unmodified JavaScript snippet accepts a signed webhook and responds 400 to a forged one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-snippet-'));
  symlinkSync(fileURLToPath(new URL('../node_modules', import.meta.url)), join(folder, 'node_modules'));
  const file = join(folder, 'hook.mjs');
  writeFileSync(file, snippets[0].code);
  const key = Buffer.from('a secret of a webhook in tests');
  const receiver = await startExample('express', ['node', file], {
    WEBHOOK_SECRET: `whsec_${key.toString('base64')}`,
  });
  try {
    const body = JSON.stringify({ type: 'webhook.test', data: {} });
    const now = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', key).update(`one.${now}.${body}`).digest('base64');
    const headers = {
      'content-type': 'application/json',
      'webhook-id': 'one',
      'webhook-timestamp': now,
      'webhook-signature': `v1,${signature}`,
    };
    const send = async (text: string, given: Record<string, string>) =>
      (await fetch(`${receiver.url}/hook`, { method: 'POST', body: text, headers: given })).status;
    expect(await send(body, headers)).toBe(204);
    expect(await send(`${body} `, headers)).toBe(400);
    expect(await send(body, { 'content-type': 'application/json' })).toBe(400);
  } finally {
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
