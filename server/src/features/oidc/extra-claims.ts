import type { OpenContext } from '../../identity/caller/caller.ts';
import { heed } from '../../identity/hooks/heed.ts';
import type { Db } from '../../platform/db/sql.ts';
import type { ExtraClaims } from '../../records/hooks/claims.ts';
import type { AskedHook } from '../../records/hooks/hook-store.ts';
import { presentUser } from '../../records/present-user.ts';
import type { ApplicationRow } from '../applications/application-store.ts';
import { type GrantRow, saveClaims } from './grant-store.ts';
import { findUsableGrant } from './grants.ts';
import type { OpenOidcContext } from './oidc-deps.ts';

type Issue = {
  application: ApplicationRow;
  grant: GrantRow;
  scopes: readonly string[];
  grantType: string;
};

/** What the hook adds to the tokens that are about to be issued. Null: there is no hook, or it gave no answer. */
export function heedClaims(
  context: OpenContext,
  hook: AskedHook | null,
  { application, grant, scopes, grantType }: Issue,
): ExtraClaims | null {
  const {
    organizationId: id,
    organizationName: name,
    organizationSlug: slug,
    organizationRole: role,
  } = grant;
  const answer = heed(context, hook, {
    point: 'token.claims',
    about: grant.grantId,
    data: {
      user: presentUser(grant, { forAdmin: false, rules: context.deps.config }),
      organization: id && { id, name, slug, role },
      application: { id: application.id, clientId: application.clientId, name: application.name },
      scopes,
      resource: grant.resource,
      grantType,
    },
  });
  return answer?.claims ?? null;
}

/** The same for a grant that was just made. Its claims are kept with it. */
export async function addClaims(
  context: OpenOidcContext,
  tx: Db,
  hook: AskedHook | null,
  { id, application, grantType }: Pick<Issue, 'application' | 'grantType'> & { id: string },
): Promise<void> {
  const grant = hook && (await findUsableGrant(context, id, tx));
  if (!grant) return;
  const issue = { application, grant, scopes: grant.scopes, grantType };
  await saveClaims(tx, id, heedClaims(context, hook, issue));
}
