import { resetPolicy as reset } from '../features/policies/policies.ts';
import { atCommandLine } from '../identity/caller/caller.ts';
import { findOrganizationBySlug } from '../identity/memberships/organization-store.ts';
import type { Config } from '../platform/config/config.ts';
import { type Report, UsageError } from './output.ts';
import { withDeps } from './with-deps.ts';

/** The way back in after a policy locked everyone out. */
export async function resetPolicy(
  config: Config,
  { organization }: { organization?: string },
): Promise<Report> {
  return withDeps(config, async (deps) => {
    const found = organization ? await findOrganizationBySlug(deps.sql, organization) : undefined;
    if (organization && !found) throw new UsageError(`There is no organization ${organization}.`);
    const whose = found ? `The policy of ${found.name}` : "The service's policy";
    const isReset = await reset(atCommandLine(deps), { organizationId: found?.id ?? null });
    const text = isReset ? `${whose} now asks for nothing.` : `${whose} asked for nothing already.`;
    return { text, json: { organizationId: found?.id ?? null, isReset } };
  });
}
