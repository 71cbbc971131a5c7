import { enter } from '@latchkey/server/testing/audit';
import { environmentOf, runCommand } from '@latchkey/server/testing/command';
import { started } from '@latchkey/server/testing/lifetime';
import { startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { beforeAll, expect, test } from 'vitest';
import { sealTrail } from '../records/audit/seal-trail.ts';

const replaced = 'the-session-secret-before-the-rotation';

const service = started(startService);
let cwd: string;
let first: string;

/** One entry under its own seal. */
async function sealOne(secret?: string): Promise<string> {
  const id = await enter(service);
  const config = secret ? { ...service.config, auditSecrets: [secret] as const } : service.config;
  await sealTrail({ ...service.deps, config });
  return id;
}

const verify = (env: Record<string, string> = {}, ...args: string[]) =>
  runCommand(['audit', 'verify', ...args], { cwd, env: { ...environmentOf(service), ...env } });

// Two seals under the replaced secret, one under its replacement.
beforeAll(async () => {
  cwd = await temporaryFolder('audit');
  first = await sealOne(replaced);
  await sealOne(replaced);
  await sealOne();
});

test('a missing previous secret is not reported as tampering, and the message says what to set', async () => {
  const { code, error } = await verify();
  expect(code).toBe(1);
  expect(error).toMatch(
    /^Could not check seals 1 to 2, made with a secret that is not configured\. Nothing else is wrong\.\n/,
  );
  expect(error).toContain('AUDIT_SECRET_PREVIOUS');
  expect(error).not.toContain('has changed since it was sealed');
});

test('with the previous secret, the trail is reported as intact', async () => {
  const [all, since] = await Promise.all([
    verify({ AUDIT_SECRET_PREVIOUS: replaced }),
    verify({ AUDIT_SECRET_PREVIOUS: replaced }, '--since', '2001-01-01'),
  ]);
  expect(all).toEqual({ code: 0, out: expect.stringMatching(/\nThe audit trail is intact\.\n$/), error: '' });
  expect(since.out).toMatch(/\nWhat was sealed since then is intact\.\n$/);
});

test("when the newest seal can't be checked, the message asks for the service's secrets", async () => {
  await sealOne('an-audit-secret-that-the-service-alone-has');
  const { code, error } = await verify({ AUDIT_SECRET_PREVIOUS: replaced });
  expect([code, error]).toEqual([1, expect.stringMatching(/^Could not check seal 4, /)]);
  expect(error).toContain('Run this with the secrets that the service has.');
});

test('a changed entry is named even if the secret of its seal is missing', async () => {
  await service.sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`UPDATE audit_logs SET ip_address = '203.0.113.66' WHERE id = ${first}`;
  });
  const { code, error } = await verify();
  expect(code).toBe(1);
  expect(error).toContain(
    `entry ${first}: changed (seal 1)\nThe audit trail has changed since it was sealed.`,
  );
  expect(error).toContain('Could not check seals 1 to 2, 4,');
  expect(error).not.toContain('Nothing else is wrong');
});

test('forged records that excuse deleted entries are named, and so is what they should excuse', async () => {
  const secrets = { AUDIT_SECRET_PREVIOUS: replaced };
  const gone = await sealOne();
  await service.sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`DELETE FROM audit_logs WHERE id = ${gone}`;
  });
  const now = service.clock.now();
  const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString();
  const dropped = await enter(service, {
    action: 'ADMIN_AUDIT_DROPPED',
    metadata: { partition: 'x', entries: 1, from: null, to },
  });
  const erased = await enter(service, { action: 'ADMIN_AUDIT_ERASED', metadata: { entries: 1 } });
  await sealTrail(service.deps);
  const { code, error } = await verify(secrets);
  expect(code).toBe(1);
  for (const id of [dropped, erased])
    expect(error).toContain(`entry ${id}: excuses other entries, but the service did not write it\n`);
  expect(error).toContain(`entry ${gone}: removed (seal 5)\n`);
  expect(error).toContain('The audit trail has changed since it was sealed.');
});
