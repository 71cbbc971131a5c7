import { Authenticator, addPasskey } from '@latchkey/server/testing/authenticator';
import { during } from '@latchkey/server/testing/during';
import { started } from '@latchkey/server/testing/lifetime';
import { settleIn } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, newUser } from '@latchkey/server/testing/service';
import { startWithIdp } from '@latchkey/server/testing/sso';
import { setTwoFactor } from '@latchkey/server/testing/standing';
import { enroll, nextCode, totp } from '@latchkey/server/testing/two-factor';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../platform/db/sql.ts';
import { retireInactive } from '../personal-data/retention.ts';

const world = started(startWithIdp);
const members = '/api/organizations/current/members';

/** An organization that requires single sign-on, whose second OWNER alone could break the glass. */
async function guarded() {
  const { service, requiring } = world;
  const organization = await requiring();
  const keeper = await newUser(service);
  await settleIn(service, keeper.id, organization.id, 'OWNER');
  const { secret } = await enroll(service, keeper.client);
  await setTwoFactor(service, organization.owner.id, false);
  const giveBack = () => setTwoFactor(service, organization.owner.id, true);
  return { ...organization, keeper, secret, giveBack };
}

const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
];
const refused = [409, 'BREAK_GLASS_REQUIRED'];

describe('the last OWNER who could break the glass', () => {
  test('keeps two-factor, unless a passkey does as well, and each until another OWNER has the means', async () => {
    const { service } = world;
    const { keeper, secret, giveBack } = await guarded();
    const disable = async () =>
      codeOf(await keeper.client.post('/api/auth/2fa/disable', { code: nextCode(service, secret) }));
    expect(await disable()).toEqual(refused);
    const added = await addPasskey(keeper.client, new Authenticator(service));
    expect(await disable()).toEqual([200, undefined]);
    const passkey = `/api/auth/passkeys/${added.body.passkey.id}`;
    expect(codeOf(await keeper.client.delete(passkey))).toEqual(refused);
    await giveBack();
    expect(codeOf(await keeper.client.delete(passkey))).toEqual([200, undefined]);
  });

  test('keeps the rank and stays, whoever asks', async () => {
    const { service } = world;
    const { owner, keeper, giveBack, id } = await guarded();
    const admin = await newStaff(service, 'ADMIN');
    const asks = [
      () => owner.client.patch(`${members}/${keeper.id}`, { role: 'ADMIN' }),
      () => owner.client.delete(`${members}/${keeper.id}`),
      () => keeper.client.delete(`${members}/${keeper.id}`),
      () => keeper.client.post('/api/users/profile/deletion', {}),
      () => admin.client.delete(`/api/admin/users/${keeper.id}/organizations/${id}`),
      () => admin.client.post(`/api/users/${keeper.id}/deactivate`),
      () => admin.client.put(`/api/users/${keeper.id}`, { isActive: false }),
      () => admin.client.delete(`/api/users/${keeper.id}`),
    ];
    const codes = [];
    for (const ask of asks) codes.push(codeOf(await ask()));
    expect(codes).toEqual(asks.map(() => refused));
    await giveBack();
    expect(codeOf(await owner.client.delete(`${members}/${keeper.id}`))).toEqual([200, undefined]);
  });

  test('may go as soon as nothing is required', async () => {
    const { change } = world;
    const { owner, keeper, connectionId } = await guarded();
    await change(owner, connectionId, { required: false });
    expect(codeOf(await owner.client.delete(`${members}/${keeper.id}`))).toEqual([200, undefined]);
  });

  test('is one of two who give it up at the same moment', async () => {
    const { service } = world;
    const { keeper, secret, owner, id, giveBack } = await guarded();
    await giveBack();
    const code = totp(secret, new Date(service.clock.now().getTime() + 30_000));
    service.clock.advance({ ms: 30_000 });
    const both = await Promise.all([
      keeper.client.post('/api/auth/2fa/disable', { code }),
      owner.client.delete(`${members}/${owner.id}`),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [left] = await service.sql`
      SELECT count(*)::int FROM organization_members m JOIN users u ON u.id = m.user_id
       WHERE m.organization_id = ${id} AND m.role = 'OWNER' AND u.two_factor_enabled`;
    expect(left?.count).toBe(1);
  });

  test('is the one who stays while another goes', async () => {
    const { service } = world;
    const { keeper, secret, owner, id, giveBack } = await guarded();
    await giveBack();
    const code = nextCode(service, secret);
    const go = async (tx: Db) => {
      await tx`SELECT 1 FROM organizations WHERE id = ${id} FOR UPDATE`;
      await tx`DELETE FROM organization_members WHERE organization_id = ${id} AND user_id = ${owner.id}`;
    };
    const disable = () => keeper.client.post('/api/auth/2fa/disable', { code });
    expect(codeOf(await during(service, go, disable))).toEqual(refused);
  });
});

test('an account kept for that day is not retired for want of use', async () => {
  const { service } = world;
  const { owner, keeper, giveBack } = await guarded();
  const deps = { ...service.deps, config: { ...service.deps.config, inactiveAccountDays: 100 } };
  /** The other OWNER signs in all the while. */
  const unusedFor = async (days: number) => {
    service.clock.advance({ days });
    await clientFor(service, owner.id);
    await retireInactive(deps);
    await service.mails('');
  };
  const isActive = async () =>
    (await service.sql`SELECT is_active FROM users WHERE id = ${keeper.id}`)[0]?.isActive;
  await unusedFor(101);
  await unusedFor(40);
  expect(await isActive()).toBe(true);
  await giveBack();
  await unusedFor(0);
  await unusedFor(15);
  expect(await isActive()).toBe(false);
});
