import type { Policy } from '@latchkey/contract';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';

export const organizationPolicy = '/api/organizations/current/policy';
export const systemPolicy = '/api/admin/policy';

/** Changes a policy on top of its current version. */
export async function setPolicy(client: Client, path: string, policy: Partial<Policy>) {
  const { body } = await client.get(path);
  const answer = await client.patch(path, { version: body.version, policy });
  if (answer.status !== 200) throw new Error(`the policy was not saved: ${answer.text}`);
  return answer.body;
}

/** Sets the policy of the service, even one that locks everyone out. */
export async function forceSystemPolicy({ sql, clock }: TestService, policy: Partial<Policy>) {
  const set = {
    version: 1,
    twoFactorRequired: false,
    twoFactorGraceDays: 14,
    emailDomains: [],
    passwordStrength: 0,
    passwordBreachCheck: false,
    ...policy,
    twoFactorRequiredAt: policy.twoFactorRequired ? clock.now() : null,
    updatedAt: clock.now(),
  };
  await sql`DELETE FROM policies WHERE organization_id IS NULL`;
  await sql`INSERT INTO policies ${sql(set)}`;
}
