import { randomBytes } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import { memo } from '../../platform/crypto/credentials.ts';
import { deriveKey, deriveKeys, seal, unseal } from '../../platform/crypto/seal.ts';
import type { Sql } from '../../platform/db/sql.ts';
import {
  type DataKeyRow,
  findDataKeys,
  insertDataKey,
  type SealedColumn,
  sealedAfter,
} from './vault-store.ts';

export type WrappingSecrets = readonly [string, ...string[]];
type Ring = readonly [Buffer, ...Buffer[]];

/** The keys for what is sealed at rest. */
export type DataKeys = {
  /** The first one seals; the others open what earlier versions sealed under SESSION_SECRET itself. */
  of(purpose: string): Ring;
  /** Whether all of them are wrapped by the current SESSION_SECRET. */
  current: boolean;
};

export class WrongSecretError extends Error {
  constructor() {
    super(
      'SESSION_SECRET is not the one this database was sealed with: two-factor secrets, backup codes, provider tokens and webhook secrets cannot be read. Set the secret that was used before, or name it in SESSION_SECRET_PREVIOUS.',
    );
  }
}

export const sessionSecretsOf = ({ session, previous }: Config['secrets']): WrappingSecrets => [
  session,
  ...previous.session,
];

/**
 * This database's data keys, made when there are none: one conditional write, so nodes that start together agree.
 * Throws when they, or what was sealed before there were any, do not open.
 */
export async function openDataKeys(
  sql: Sql,
  secrets: WrappingSecrets,
  columns: readonly SealedColumn[],
  now: Date,
): Promise<DataKeys> {
  const kept = await findDataKeys(sql);
  if (kept.length > 0) return dataKeysOf(kept, secrets);
  for (const column of columns) {
    const [sample] = await sealedAfter(sql, column, undefined, 1);
    if (sample && !unseal(deriveKeys(secrets, column.purposeOf(sample.id)), sample.sealed))
      throw new WrongSecretError();
  }
  await insertDataKey(sql, wrap({ id: 1, purpose: null }, randomBytes(32), secrets), now);
  return dataKeysOf(await findDataKeys(sql), secrets);
}

export function dataKeysOf(rows: readonly DataKeyRow[], secrets: WrappingSecrets): DataKeys {
  const opened = rows.map((row) => ({ ...row, key: unwrap(row, secrets) }));
  const [first, ...more] = opened.filter(({ purpose }) => purpose === null).map(({ key }) => key);
  if (!first) throw new WrongSecretError();
  const ring = memo((purpose): Ring => {
    const kept = opened.filter((row) => row.purpose === purpose).map(({ key }) => key);
    const own = more.map((key) => deriveKey(key, purpose));
    return [deriveKey(first, purpose), ...own, ...kept, ...deriveKeys(secrets, purpose)];
  });
  return {
    of: (purpose) => ring(purpose) as Ring,
    current: rows.every((row) => unseal(wrappingKeys(row, secrets)[0], row.wrapped)),
  };
}

type KeyIdentity = Pick<DataKeyRow, 'id' | 'purpose'>;

/** A separate key for each: a wrapped key that was moved to another place opens nothing there. */
function wrappingKeys({ id, purpose }: KeyIdentity, secrets: WrappingSecrets): Ring {
  return deriveKeys(secrets, `data-key:${id}:${purpose ?? ''}`);
}

export function wrap({ id, purpose }: KeyIdentity, key: Buffer, secrets: WrappingSecrets): DataKeyRow {
  return { id, purpose, wrapped: seal(wrappingKeys({ id, purpose }, secrets), key) };
}

export function unwrap(row: DataKeyRow, secrets: WrappingSecrets): Buffer {
  const key = unseal(wrappingKeys(row, secrets), row.wrapped);
  if (!key) throw new WrongSecretError();
  return key;
}
