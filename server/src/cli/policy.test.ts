import { environmentOf, runCommand } from '@latchkey/server/testing/command';
import { started } from '@latchkey/server/testing/lifetime';
import { forceSystemPolicy, organizationPolicy, setPolicy } from '@latchkey/server/testing/policies';
import { newUser, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { beforeAll, expect, test } from 'vitest';

const service = started(startService);
let cwd: string;
beforeAll(async () => {
  cwd = await temporaryFolder('policy');
});
const reset = (...args: string[]) =>
  runCommand(['policy', 'reset', ...args], { cwd, env: environmentOf(service) });

test('a policy that locks everyone out is reset, and that is audited', async () => {
  const { client } = await newUser(service);
  await forceSystemPolicy(service, { signInMethods: ['github'], sessionMinutes: 60 });
  expect((await client.get('/api/organizations')).status).toBe(403);
  expect(await reset()).toMatchObject({ code: 0, out: expect.stringContaining('now asks for nothing') });
  expect((await client.get('/api/organizations')).status).toBe(200);
  const [entry] = (await service.audit()).filter(({ action }) => action === 'ADMIN_POLICY_CHANGED');
  expect(entry).toMatchObject({
    userId: null,
    metadata: {
      version: 2,
      from: { signInMethods: ['github'], sessionMinutes: 60 },
      to: { signInMethods: null, sessionMinutes: null },
    },
  });
  expect((await reset()).out).toContain('asked for nothing already');
});

test("an organization's policy is reset by its slug", async () => {
  const { client, organizationId } = await newUser(service);
  await setPolicy(client, organizationPolicy, { idleMinutes: 30 });
  const { slug } = (await client.get('/api/organizations/current')).body.organization;
  expect((await reset('--organization', slug)).code).toBe(0);
  expect((await client.get(organizationPolicy)).body).toMatchObject({
    version: 2,
    policy: { idleMinutes: null },
  });
  const entries = (await service.audit()).filter(({ action }) => action === 'ORG_POLICY_CHANGED');
  expect(entries.at(-1)).toMatchObject({ userId: null, organizationId });
  const unknown = await reset('--organization', 'no-such-slug');
  expect(unknown).toMatchObject({ code: 1, error: expect.stringContaining('no-such-slug') });
});

test('an ADMIN created at the command line needs a password and an address that the service allows', async () => {
  await forceSystemPolicy(service, { passwordStrength: 4, emailDomains: ['example.com'] });
  const create = (password: string, email = 'boss@example.com') =>
    runCommand(['admin', 'create', '--email', email, '--password', password], {
      cwd,
      env: environmentOf(service),
    });
  const refused = await create('Password-123');
  expect(refused.code).toBe(1);
  expect(refused.error).toContain('too easy to guess');
  const outside = await create('Unlikely-Walrus-Harbor-19', 'boss@other.example');
  expect(outside).toMatchObject({ code: 1, error: expect.stringContaining('domain') });
  expect(await create('Unlikely-Walrus-Harbor-19')).toMatchObject({ code: 0 });
});
