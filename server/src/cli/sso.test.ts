import { environmentOf, runCommand } from '@latchkey/server/testing/command';
import { started } from '@latchkey/server/testing/lifetime';
import { settleIn } from '@latchkey/server/testing/organizations';
import { newRequiring } from '@latchkey/server/testing/required-sso';
import { newVerified, password, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { beforeAll, expect, test } from 'vitest';

const service = started(startService);
let cwd: string;
beforeAll(async () => {
  cwd = await temporaryFolder('sso');
});
const release = (slug: string, ...more: string[]) =>
  runCommand(['sso', 'release', '--organization', slug, ...more], { cwd, env: environmentOf(service) });

test('an organization no longer requires single sign-on, and that is audited', async () => {
  const [organization, other] = [await newRequiring(service), await newRequiring(service)];
  const { connectionId, owner, id } = organization;
  const email = organization.emailHere();
  const person = await newVerified(service, { email });
  await settleIn(service, person.id, id);
  const login = () => service.client().post('/api/auth/login', { email, password });
  expect((await login()).status).toBe(403);
  const { slug } = (await owner.client.get('/api/organizations/current')).body.organization;
  const released = await release(slug, '--json');
  expect(JSON.parse(released.out)).toEqual({ organizationId: id, connectionIds: [connectionId] });
  expect((await login()).status).toBe(200);
  const entry = (await service.audit()).findLast(({ action }) => action === 'ORG_CONNECTION_UPDATED');
  expect(entry).toMatchObject({
    userId: null,
    organizationId: id,
    metadata: { connectionId, changes: { required: { from: true, to: false } } },
  });
  const [left] = await service.sql`SELECT required FROM sso_connections WHERE id = ${other.connectionId}`;
  expect(left?.required).toBe(true);
  expect((await release(slug)).out).toContain("didn't require single sign-on");
  expect(await release('no-such-slug')).toMatchObject({
    code: 1,
    error: expect.stringContaining('no-such-slug'),
  });
});
