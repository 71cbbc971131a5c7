import type { OpenContext } from '../caller/caller.ts';
import { isFresh } from './store.ts';

export async function getSetup({ deps }: OpenContext): Promise<{ needed: boolean }> {
  return { needed: await isFresh(deps.sql) };
}
