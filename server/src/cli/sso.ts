import { releaseOrganization } from '../features/sso/release.ts';
import { atCommandLine } from '../identity/caller/caller.ts';
import { findOrganizationBySlug } from '../identity/memberships/organization-store.ts';
import type { Config } from '../platform/config/config.ts';
import { type Report, UsageError } from './output.ts';
import { withDeps } from './with-deps.ts';

/** The way back in when the identity provider is gone, and no OWNER can sign in without it. */
export async function releaseSso(
  config: Config,
  { organization }: { organization: string },
): Promise<Report> {
  return withDeps(config, async (deps) => {
    const found = await findOrganizationBySlug(deps.sql, organization);
    if (!found) throw new UsageError(`There is no organization ${organization}.`);
    const released = await releaseOrganization(atCommandLine(deps), found.id);
    const text =
      released.length > 0
        ? `${found.name} no longer requires single sign-on.`
        : `${found.name} didn't require single sign-on.`;
    return { text, json: { organizationId: found.id, connectionIds: released } };
  });
}
