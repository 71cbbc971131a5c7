import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf, startCommand } from '@latchkey/server/testing/command';
import { eventually } from '@latchkey/server/testing/eventually';
import { started } from '@latchkey/server/testing/lifetime';
import { freePort } from '@latchkey/server/testing/net';
import { openSocket } from '@latchkey/server/testing/raw-http';
import { newUser, startService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const service = started(startService);
let folder: string;
let node: ChildProcess;
let nodeUrl: string;

// One node is in this process; the other is the command, in its own.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-nodes-'));
  const port = await freePort();
  nodeUrl = `http://127.0.0.1:${port}`;
  const env = { ...environmentOf(service), PORT: String(port), HOST: '127.0.0.1', NODE_ENV: 'development' };
  node = startCommand(['serve'], { cwd: folder, env });
  await eventually(async () => expect((await fetch(`${nodeUrl}/api/health/ready`)).status).toBe(200));
});
afterAll(async () => {
  if (node.exitCode === null && node.signalCode === null) node.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

test('large answers are two at a time over all processes, and those of a killed one count for a minute', async () => {
  const { client, organizationId, tokens } = await newUser(service);
  await service.sql`
    INSERT INTO audit_logs (id, action, category, organization_id, metadata, created_at)
    SELECT uuidv7(), 'AUTH_LOGIN_SUCCESS', 'authentication', ${organizationId}::uuid,
           jsonb_build_object('fill', repeat('x', 3000)), ${service.clock.now()}::timestamptz - n * interval '1 ms'
      FROM generate_series(1, 8000) n`;
  const path = '/api/admin/audit-logs?export=true&limit=10000';
  for (let nth = 0; nth < 2; nth++) {
    const socket = openSocket(nodeUrl);
    socket.on('error', () => undefined);
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tokens.accessToken}\r\n\r\n`,
    );
    const [chunk] = await once(socket, 'data');
    socket.pause();
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
  }
  expect((await client.get(path)).status).toBe(429);
  node.kill('SIGKILL');
  await once(node, 'close');
  expect((await client.get(path)).status).toBe(429);
  service.clock.advance({ seconds: 61 });
  expect((await client.get(path)).status).toBe(200);
});
