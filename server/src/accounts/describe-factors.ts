import type { FactorMethod, FactorsBody } from '@latchkey/contract';
import type { z } from 'zod';
import type { Db } from '../db/sql.ts';
import type { OpenContext } from '../deps.ts';
import { countBackupCodes } from './backup-code-store.ts';
import { requestPasskey } from './passkey-request.ts';
import { findCredentials } from './passkey-store.ts';
import type { UserRow } from './user-store.ts';

/** The ways to finish a pending login. The challenge works only for this login. */
export async function describeFactors(
  context: OpenContext,
  db: Db,
  user: UserRow,
  pendingToken: string,
): Promise<z.infer<typeof FactorsBody>> {
  const { passkeyDomain } = context.deps.config;
  const methods: FactorMethod[] = [];
  if (user.twoFactorEnabled) methods.push('totp');
  if ((await countBackupCodes(db, user.id)) > 0) methods.push('backup_code');
  if (user.passkeyCount === 0 || passkeyDomain === null) return { methods };
  const bound = { purpose: 'second_factor', pendingToken } as const;
  const passkeyOptions = requestPasskey(context, passkeyDomain, bound, await findCredentials(db, user.id));
  return { methods: [...methods, 'passkey'], passkeyOptions };
}
