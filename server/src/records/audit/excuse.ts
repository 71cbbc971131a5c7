import { createHmac } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';
import { insertEntry } from './audit-store.ts';
import { type SealKey, sealKeysOf, sha256Of } from './chain.ts';
import { bodyOf } from './record.ts';

/** An entry that excuses others: they are missing or erased because the service was told to. */
export type ExcuseRow = {
  id: string;
  action: 'ADMIN_AUDIT_DROPPED' | 'ADMIN_AUDIT_ERASED';
  createdAt: Date;
  metadata: Record<string, unknown>;
};

/** Months whose entries were dropped. */
export type Drop = { from: Date; to: Date; entries: number };

const excuseMark = Buffer.from([4]);
const dayMs = 86_400_000;

/** What a row says it excuses: a range or a digest of entries, their sealed count, and the retention time in force. */
function macOf({ key }: SealKey, { id, action, createdAt, metadata }: ExcuseRow): Buffer {
  const { from, to, digest, entries, retentionDays } = metadata;
  const said = [action, id, createdAt.toISOString(), from, to, digest, entries, retentionDays];
  return createHmac('sha256', key).update(excuseMark).update(JSON.stringify(said)).digest();
}

/** The row with its MAC. A forged row has none, or that of another row. */
export function signExcuse(key: SealKey, row: ExcuseRow): ExcuseRow {
  const proof = { key: key.name.toString('hex'), mac: macOf(key, row).toString('hex') };
  return { ...row, metadata: { ...row.metadata, ...proof } };
}

/** Why a row can't be trusted. Undefined if it can. */
export function doubtOf(keys: readonly SealKey[], row: ExcuseRow): string | undefined {
  const { key: name, mac } = row.metadata;
  if (typeof name !== 'string' || typeof mac !== 'string')
    return 'excuses other entries, but the service did not write it';
  const key = keys.find((each) => each.name.toString('hex') === name);
  if (!key) return 'excuses other entries under a key that is not configured';
  if (!equalSecrets(macOf(key, row), Buffer.from(mac, 'hex')))
    return 'excuses other entries, but the service did not write it like this';
  return row.action === 'ADMIN_AUDIT_DROPPED' ? doubtOfDrop(row) : undefined;
}

/** Even the service may drop only whole months, and only past the retention time. */
function doubtOfDrop({ createdAt, metadata }: ExcuseRow): string | undefined {
  const { from, to } = dropOf({ metadata });
  const keptFrom = createdAt.getTime() - Number(metadata.retentionDays) * dayMs;
  if (!beginsMonth(from) || !beginsMonth(to)) return 'excuses something else than whole months';
  if (!(to.getTime() <= keptFrom)) return 'excuses months that were not past the retention time';
  return undefined;
}

function beginsMonth(time: Date): boolean {
  return time.getTime() === Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1);
}

function dropOf({ metadata: { from, to, entries } }: Pick<ExcuseRow, 'metadata'>): Drop {
  return { from: new Date(String(from)), to: new Date(String(to)), entries: Number(entries) };
}

/** The drops among these rows that the service made. */
export function believedDrops(keys: readonly SealKey[], rows: readonly ExcuseRow[]): Drop[] {
  return rows
    .filter((row) => row.action === 'ADMIN_AUDIT_DROPPED' && doubtOf(keys, row) === undefined)
    .map(dropOf);
}

/** The same for the same entries, whatever their order. */
export function digestOf(entryIds: readonly string[]): string {
  return sha256Of([...entryIds].sort().join()).toString('hex');
}

export type ExcuseConfig = Pick<Config, 'auditSecrets' | 'auditRetentionDays'>;

/** The entry that says what was dropped or erased, signed, with its event. */
export function recordExcuse(tx: Db, config: ExcuseConfig, row: ExcuseRow): Statement {
  const [key] = sealKeysOf(config);
  const retentionDays = config.auditRetentionDays ?? null;
  const { id, action, createdAt, metadata } = signExcuse(key, {
    ...row,
    metadata: { ...row.metadata, retentionDays },
  });
  return insertEntry(tx, {
    id,
    userId: null,
    userEmail: null,
    organizationId: null,
    action,
    category: 'admin',
    ipAddress: null,
    userAgent: null,
    metadata,
    createdAt,
    event: bodyOf({ action, user: null, organizationId: null, metadata }, createdAt),
  });
}
