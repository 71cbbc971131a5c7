import { createHmac } from 'node:crypto';
import type { DataKeys } from '../../records/vault/data-keys.ts';

const purpose = 'check-subjects';
/** 144 bits: no two subjects share a name. */
const shownLength = 24;

/** How a subject of changes is named outside: the same on every node, and telling nothing about it. */
export function nameOfSubject(dataKeys: DataKeys, subjectId: string): string {
  const [key] = dataKeys.of(purpose);
  return createHmac('sha256', key).update(subjectId).digest('base64url').slice(0, shownLength);
}
