import type { Context } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type ApplicationRow, findApplication } from './store.ts';

export async function getApplication(
  { deps }: Context,
  { id }: { id: string },
): Promise<ApplicationRow | Refusal<'NOT_FOUND'>> {
  return (await findApplication(deps.sql, id)) ?? refuse('NOT_FOUND');
}
