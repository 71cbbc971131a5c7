import type { PagePart } from '@latchkey/contract';
import type { OpenContext } from '../../identity/caller/caller.ts';
import type { PageCatalog } from '../../platform/languages/languages.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

/** A language goes by its exact code here: a page names the one that it is written in. */
export async function getCatalog(
  { deps: { languages } }: OpenContext,
  { code, part }: { code: string; part: PagePart },
): Promise<PageCatalog | Refusal<'NOT_FOUND'>> {
  return languages.codes.includes(code) ? languages.page(code, part) : refuse('NOT_FOUND');
}
