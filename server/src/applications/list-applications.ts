import type { Context } from '../caller/caller.ts';
import { type ApplicationRow, listRows } from './store.ts';

export function listApplications({ deps }: Context): Promise<ApplicationRow[]> {
  return listRows(deps.sql);
}
