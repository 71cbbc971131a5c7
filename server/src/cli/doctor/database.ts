import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inWords } from '@latchkey/contract';
import { readOutboxes } from '../../features/settings/outbox-store.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { connect } from '../../platform/db/connect.ts';
import { missingMigrations } from '../../platform/db/migrate.ts';
import { databaseAhead, readServer } from '../../platform/db/server-store.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { createLogger } from '../../platform/log.ts';
import { sessionSecretsOf } from '../../records/vault/data-keys.ts';
import { checkSealed } from '../../records/vault/reseal.ts';
import { atRest } from '../../runtime/upkeep.ts';
import { clockFinding } from './clock.ts';
import { type Finding, fault, look, ok, sizeOf, warning } from './finding.ts';
import { examineNodes } from './nodes.ts';

const oldestVersion = 150_000;
/** Connections that a server reserves for itself and for other programs. */
const reserved = 5;
const secondMicroseconds = 1_000_000;
const lateMailSeconds = 3600;

/** Checks the database without writing to it. */
export function examineDatabase(config: Config, { cluster }: { cluster?: boolean }): Promise<Finding[]> {
  return look(
    'database',
    async () => {
      if (await isStillToCome(config))
        return [ok('database', `There is no database yet. The service creates one in ${config.folder}.`)];
      const log = createLogger({ ...config, logLevel: 'silent' });
      const database = await connect({ ...config, pool: { ...config.pool, size: 1 } }, log, {
        holder: 'command',
      });
      try {
        return await findings(config, database.sql, cluster === true);
      } finally {
        await database.close();
      }
    },
    fixOf,
  );
}

async function isStillToCome({ database }: Config): Promise<boolean> {
  if (database.kind !== 'embedded') return false;
  const { findHome } = await import('@latchkey/embedded-postgres');
  const home = await findHome(database.folder);
  return !home || !existsSync(join(home, 'data'));
}

async function findings(config: Config, sql: Sql, withNodes: boolean): Promise<Finding[]> {
  const about = await aboutServer(config, sql);
  const clock = await look('clock', () => aboutClock(sql));
  const schema = await look('schema', () => aboutSchema(sql));
  const usable = schema.every(({ status }) => status === 'ok');
  const inside = usable
    ? [
        ...(await look('secrets', () => aboutSealed(config, sql))),
        ...(await look('mail', () => aboutOutbox(sql))),
        ...(withNodes ? await look('cluster', () => examineNodes(sql)) : []),
      ]
    : [];
  return [...about, ...schema, ...inside, ...clock];
}

async function aboutServer({ pool }: Config, sql: Sql): Promise<Finding[]> {
  const { version, versionNumber, writable, maxConnections, size } = await readServer(sql);
  const found: Finding[] = [];
  if (versionNumber < oldestVersion)
    found.push(fault('database', `PostgreSQL ${version} is too old.`, 'Use PostgreSQL 15 or newer.'));
  if (!writable)
    found.push(
      fault(
        'database',
        'The server does not accept writes: it is a standby, or read-only.',
        'Name the primary in DATABASE_URL.',
      ),
    );
  if (pool.size + 1 > maxConnections - reserved)
    found.push(
      warning(
        'database',
        `This node may open ${pool.size + 1} connections, but the server allows ${maxConnections} in all.`,
        'Lower DATABASE_POOL_SIZE, or raise max_connections on the server.',
      ),
    );
  return found.length > 0
    ? found
    : [ok('database', `PostgreSQL ${version} is responding. The data takes up ${sizeOf(size)}.`)];
}

async function aboutSchema(sql: Sql): Promise<Finding[]> {
  const missing = await missingMigrations(sql);
  if (missing.length === 0) return [ok('schema', 'The schema is up to date.')];
  return [
    warning(
      'schema',
      `Not up to date. Missing migrations: ${missing.length}, starting with ${missing[0]}.`,
      'Run "npx latchkey migrate", or start the service, which does the same.',
    ),
  ];
}

async function aboutSealed(config: Config, sql: Sql): Promise<Finding[]> {
  const { current, unreadable } = await checkSealed(sql, sessionSecretsOf(config.secrets), atRest.columns);
  if (unreadable.length > 0)
    return [
      fault(
        'secrets',
        `Some sealed values can't be read: ${unreadable.join(', ')}.`,
        'Add the secret they were sealed with to SESSION_SECRET_PREVIOUS, then run "npx latchkey secrets reseal".',
      ),
    ];
  if (!current)
    return [
      warning(
        'secrets',
        'Sealed data still needs SESSION_SECRET_PREVIOUS.',
        'Run "npx latchkey secrets reseal".',
      ),
    ];
  return [ok('secrets', 'Sealed data can be read.')];
}

async function aboutOutbox(sql: Sql): Promise<Finding[]> {
  const outboxes = await readOutboxes(sql, systemClock().now());
  const late = outboxes.filter(
    ({ kind, oldestSeconds }) => kind === 'mail' && oldestSeconds > lateMailSeconds,
  );
  return late.map(({ pending, oldestSeconds }) =>
    warning(
      'mail',
      `Unsent emails: ${pending}. The oldest has waited for ${inWords(Math.floor(oldestSeconds / 3600), 'hour')}.`,
      'Check that the service is running, and look for mail errors in its log.',
    ),
  );
}

async function aboutClock(sql: Sql): Promise<Finding[]> {
  const clock = systemClock();
  const offset = await databaseAhead(sql, () => clock.now().getTime() * 1000);
  return [
    clockFinding('clock', { whose: 'This machine', aheadSeconds: -offset.ahead / secondMicroseconds }) ??
      ok('clock', 'This machine and the database agree on the time.'),
  ];
}

const fixes: [RegExp, string][] = [
  [
    /^(ECONNREFUSED|ENOENT|ETIMEDOUT|EHOSTUNREACH|CONNECT_TIMEOUT)$/,
    'Start PostgreSQL, or correct the host and port in DATABASE_URL.',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'Correct the host in DATABASE_URL, or fix DNS on this machine.'],
  [/^28/, 'Correct the user and password in DATABASE_URL, or allow this machine in pg_hba.conf.'],
  [/^3D000$/, 'Create the database, or correct its name in DATABASE_URL.'],
  [/^53300$/, 'Lower DATABASE_POOL_SIZE, or raise max_connections on the server.'],
  [/SSL|CERT|TLS/, 'Check sslmode and sslrootcert in DATABASE_URL.'],
];

function fixOf(code: string): string | undefined {
  return fixes.find(([pattern]) => pattern.test(code))?.[1];
}
