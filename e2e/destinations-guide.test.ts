import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf } from '@latchkey/server/testing/command';
import { ship } from '@latchkey/server/testing/destinations';
import { startBucket, startCollector, startSplunk } from '@latchkey/server/testing/event-stores';
import { newUser, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { expect, test, vi } from 'vitest';
import { blocksOf, runScript } from './guide-blocks.ts';

// Each command is its own process.
vi.setConfig({ testTimeout: 120_000 });

test('who follows the guide to ship the audit log finds it in a bucket, in Splunk and in a collector', async () => {
  const env = { WEBHOOK_ALLOWED_NETWORKS: 'loopback' };
  const service = await startService({ env });
  const now = () => service.clock.now();
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI-K7MDENG' };
  const bucket = await startBucket({ region: 'eu-central-1', bucket: 'acme-audit', ...keys, now });
  const splunk = await startSplunk({ token: '0198c0de-1111-4222-8333-444455556666', indexes: ['audit'] });
  const collector = await startCollector();
  const here = (text: string) =>
    text
      .replace('https://minio.example.com:9000', bucket.url)
      .replace('https://splunk.example.com:8088/services/collector/event', splunk.url)
      .replace('https://collector.example.com:4318/v1/logs', collector.url);
  const folder = await temporaryFolder('guide');
  const blocks = blocksOf('ship-the-audit-log');
  for (const { file, text } of blocks) if (file) writeFileSync(join(folder, file), here(text));
  const script = blocks.filter(({ kind }) => kind === 'sh').map(({ text }) => text);
  const { status, said } = await runScript(script.join('\n'), folder, { ...environmentOf(service), ...env });
  expect(status, said).toBe(0);
  expect(said.match(/1 created/g)).toHaveLength(3);
  expect(said).not.toMatch(/wJalr|0198c0de/);

  const { email } = await newUser(service);
  await ship(service);
  expect([...bucket.objects.keys()]).toEqual([
    expect.stringMatching(/^latchkey\/\d{4}\/\d\d\/\d\d\/\d{9}-[0-9a-f-]{36}\.ndjson\.gz$/),
  ]);
  expect(JSON.stringify([...bucket.objects.values()])).toContain(email);
  expect(JSON.stringify(splunk.taken)).toContain(email);
  expect(
    splunk.taken.map(({ event }) => String(event.type)).filter((type) => type.startsWith('destination.')),
  ).toEqual([]);
  expect(collector.taken.map(({ record }) => record.eventName)).toContain('destination.created');
  expect(collector.taken[0]?.headers.authorization).toBe('Bearer key-0198c0de');
});
