import { findHead, type Head } from '../audit/seal-store.ts';
import type { Context } from '../caller/caller.ts';

export function auditHead({ deps }: Context): Promise<Head | undefined> {
  return findHead(deps.sql);
}
