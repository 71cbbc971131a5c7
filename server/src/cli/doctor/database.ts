import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { atRest } from '../../at-rest.ts';
import { systemClock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { databaseAhead } from '../../db/clock-offset-store.ts';
import { connect } from '../../db/connect.ts';
import { missingMigrations } from '../../db/migrate.ts';
import { readServer } from '../../db/server-store.ts';
import type { Sql } from '../../db/sql.ts';
import { createLogger } from '../../logger.ts';
import { readOutboxes } from '../../outbox-store.ts';
import { checkSealed } from '../../vault/check-sealed.ts';
import { sessionSecretsOf } from '../../vault/data-keys.ts';
import { type Finding, fault, look, ok, sizeOf, warning } from './finding.ts';

const oldestVersion = 150_000;
/** What a server keeps for itself and for other programs. */
const reserved = 5;
const secondMicroseconds = 1_000_000;
/** As long as the code of an authenticator app counts. */
const farOffSeconds = 30;
const lateMailSeconds = 3600;

/** All that is asked of the database. Nothing is written, and no schema is changed. */
export function examineDatabase(config: Config): Promise<Finding[]> {
  return look(
    'database',
    async () => {
      if (await isStillToCome(config))
        return [ok('database', `There is none yet: the service makes one in ${config.folder}.`)];
      const log = createLogger({ ...config, logLevel: 'silent' });
      const database = await connect({ ...config, pool: { ...config.pool, size: 1 } }, log, {
        holder: 'command',
      });
      try {
        return await findings(config, database.sql);
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

async function findings(config: Config, sql: Sql): Promise<Finding[]> {
  const about = await aboutServer(config, sql);
  const clock = await look('clock', () => aboutClock(sql));
  const schema = await look('schema', () => aboutSchema(sql));
  const usable = schema.every(({ status }) => status === 'ok');
  const inside = usable
    ? [
        ...(await look('secrets', () => aboutSealed(config, sql))),
        ...(await look('mail', () => aboutOutbox(sql))),
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
        'The server takes no writes: it is a standby, or read-only.',
        'Name the primary in DATABASE_URL.',
      ),
    );
  if (pool.size + 1 > maxConnections - reserved)
    found.push(
      warning(
        'database',
        `This node may open ${pool.size + 1} connections, and the server allows ${maxConnections} in all.`,
        'Lower DATABASE_POOL_SIZE, or raise max_connections on the server.',
      ),
    );
  return found.length > 0
    ? found
    : [ok('database', `PostgreSQL ${version} answers; the data take ${sizeOf(size)}.`)];
}

async function aboutSchema(sql: Sql): Promise<Finding[]> {
  const missing = await missingMigrations(sql);
  if (missing.length === 0) return [ok('schema', 'The schema is up to date.')];
  return [
    warning(
      'schema',
      `${missing.length} migrations are missing, ${missing[0]} first.`,
      'Run "latchkey migrate"; "latchkey serve" does so too.',
    ),
  ];
}

async function aboutSealed(config: Config, sql: Sql): Promise<Finding[]> {
  const { current, unreadable } = await checkSealed(sql, sessionSecretsOf(config.secrets), atRest.columns);
  if (unreadable.length > 0)
    return [
      fault(
        'secrets',
        `Some sealed values don't open: ${unreadable.join(', ')}.`,
        'Name the secret they were sealed with in SESSION_SECRET_PREVIOUS, then run "latchkey secrets reseal".',
      ),
    ];
  if (!current)
    return [
      warning(
        'secrets',
        'What is sealed still needs SESSION_SECRET_PREVIOUS.',
        'Run "latchkey secrets reseal".',
      ),
    ];
  return [ok('secrets', 'What is sealed opens.')];
}

async function aboutOutbox(sql: Sql): Promise<Finding[]> {
  const outboxes = await readOutboxes(sql, systemClock().now());
  const late = outboxes.filter(
    ({ kind, oldestSeconds }) => kind === 'mail' && oldestSeconds > lateMailSeconds,
  );
  return late.map(({ pending, oldestSeconds }) =>
    warning(
      'mail',
      `${pending} mails wait to be sent, the oldest for ${Math.floor(oldestSeconds / 3600)} hours.`,
      'See that the service runs, and what its log says of mail.',
    ),
  );
}

async function aboutClock(sql: Sql): Promise<Finding[]> {
  const clock = systemClock();
  const ahead = (await databaseAhead(sql, () => clock.instant())) / secondMicroseconds;
  const seconds = Math.abs(ahead);
  if (seconds < 1) return [ok('clock', 'This machine and the database agree on the time.')];
  const message = `The clock of this machine is ${seconds.toFixed(seconds < 10 ? 1 : 0)} seconds ${ahead > 0 ? 'behind' : 'ahead of'} that of the database.`;
  const fix = 'Set both by NTP: codes of authenticator apps and expiries go by the clock.';
  return [seconds < farOffSeconds ? warning('clock', message, fix) : fault('clock', message, fix)];
}

const fixes: [RegExp, string][] = [
  [
    /^(ECONNREFUSED|ENOENT|ETIMEDOUT|EHOSTUNREACH|CONNECT_TIMEOUT)$/,
    'Start PostgreSQL, or correct host and port in DATABASE_URL.',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'Correct the host in DATABASE_URL, or see to the name service.'],
  [/^28/, 'Correct user and password in DATABASE_URL, or let this machine in by pg_hba.conf.'],
  [/^3D000$/, 'Create the database, or correct its name in DATABASE_URL.'],
  [/^53300$/, 'Lower DATABASE_POOL_SIZE, or raise max_connections on the server.'],
  [/SSL|CERT|TLS/, 'Check sslmode and sslrootcert in DATABASE_URL.'],
];

function fixOf(code: string): string | undefined {
  return fixes.find(([pattern]) => pattern.test(code))?.[1];
}
