import { Id } from '@latchkey/contract';
import type { Errand, PageFacts } from '../../http/console.ts';
import type { Deps } from '../../identity/deps.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import { brandOfInvite, brandOfSlug, type PageBrandRow, pageOfApplication } from './page-store.ts';
import { presentPageBrand } from './present.ts';

/** Whose page it is. An address that says nothing of that asks the database nothing. */
export async function pageFactsOf(
  { sql, clock }: Pick<Deps, 'sql' | 'clock'>,
  { inviteToken, authorize, slug }: Errand,
): Promise<PageFacts> {
  const shown =
    authorize && (await pageOfApplication(sql, authorize.clientId, idIn(authorize.organizationId)));
  const found = async (): Promise<PageBrandRow | undefined> => {
    if (inviteToken !== undefined) return brandOfInvite(sql, sha256(inviteToken), clock.now());
    if (shown && shown.organizationId !== null) return shown;
    return slug === undefined ? undefined : brandOfSlug(sql, slug);
  };
  const row = await found();
  return { application: shown?.name ?? undefined, organization: row && presentPageBrand(row) };
}

const idIn = (text: string | null) => Id.safeParse(text).data ?? null;
