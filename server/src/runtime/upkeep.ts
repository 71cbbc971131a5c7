import { checkSweeps, markVisible } from '../features/checks/change-store.ts';
import { destinationPurpose } from '../features/destinations/destination-deps.ts';
import { destinationSweeps } from '../features/destinations/reading-store.ts';
import { checkDomains } from '../features/domains/check-domains.ts';
import type { Domains } from '../features/domains/domain-deps.ts';
import { sweepRevokedKeys } from '../features/keys/key-store.ts';
import { oidcSweeps } from '../features/oidc/grant-store.ts';
import type { Oidc } from '../features/oidc/oidc-deps.ts';
import { organizationKeySweeps } from '../features/organization-keys/key-store.ts';
import { eraseDue } from '../features/personal-data/erase-due.ts';
import { retireInactive, trimMailLog } from '../features/personal-data/retention.ts';
import { providerTokenPurpose } from '../features/social-login/sign-in-by-provider.ts';
import { checkCertificates } from '../features/sso/check-certificates.ts';
import { clientSecretPurpose, type Sso } from '../features/sso/sso-deps.ts';
import { noteActiveUsers } from '../features/statistics/statistics.ts';
import { totpPurpose } from '../features/two-factor/totp.ts';
import { sweepErasedMail } from '../features/users/erase-store.ts';
import { webhookSweeps } from '../features/webhooks/delivery-store.ts';
import { webhookPurpose } from '../features/webhooks/webhook-deps.ts';
import { sweepLargeAnswers } from '../http/large-answer-store.ts';
import { accountSweeps } from '../identity/accounts/token-store.ts';
import { sweepSamlAnswers } from '../identity/connections/saml-answer-store.ts';
import { sweepTests } from '../identity/connections/test-store.ts';
import { backupCodePurposes } from '../identity/credentials/backup-codes.ts';
import type { Deps } from '../identity/deps.ts';
import { sweepInvites } from '../identity/memberships/invite-store.ts';
import { sweepScimErrors } from '../identity/memberships/scim-error-store.ts';
import { sweepSpentTokens } from '../identity/relying-party/spent-store.ts';
import { sweepPositions } from '../platform/db/replica-store.ts';
import type { Sql } from '../platform/db/sql.ts';
import { type Sweep, sweepBatch } from '../platform/db/sweep-store.ts';
import { inBatches, oneAtATime } from '../platform/db/transact.ts';
import { eraseTrail } from '../records/audit/erase-trail.ts';
import { auditSweeps, foldAudit } from '../records/audit/fold-store.ts';
import { moveLateMonths } from '../records/audit/late-months.ts';
import { makePartitions } from '../records/audit/partition-store.ts';
import { dropExpired } from '../records/audit/retention.ts';
import { findHead } from '../records/audit/seal-store.ts';
import { sealTrail, thinSeals } from '../records/audit/seal-trail.ts';
import { mailPurpose } from '../records/email/outbox.ts';
import { mailSweeps } from '../records/email/queue-store.ts';
import { hookPurpose } from '../records/hooks/hooks.ts';
import type { AtRest } from '../records/vault/reseal.ts';
import { secretSweeps } from '../records/vault/signing-secret-store.ts';
import { sweepNodes } from './node-store.ts';

const foldMs = 5000;
const sealMs = 3000;
const eraseMs = 5000;
const headMs = 3_600_000;
const retireMs = 3_600_000;
const sweepMs = 10 * 60_000;
const checkSweepMs = 60_000;

const sweeps: Sweep[] = [
  ...accountSweeps,
  sweepSpentTokens,
  sweepPositions,
  sweepTests,
  sweepSamlAnswers,
  sweepInvites,
  sweepRevokedKeys,
  sweepErasedMail,
  ...organizationKeySweeps,
  sweepScimErrors,
  sweepLargeAnswers,
  ...oidcSweeps,
  ...webhookSweeps,
  ...destinationSweeps,
  ...secretSweeps,
  ...mailSweeps,
  ...auditSweeps,
  sweepNodes,
];

export type Upkeep = {
  /** Starts nothing more, and waits for what is under way. */
  stop(): Promise<void>;
};

type Areas = { oidc: Oidc; domains: Domains; sso: Sso };

/** Work that no request waits for. Every node offers to do it; a database lock lets only one. */
export function startUpkeep(deps: Deps, { oidc: { keys }, domains, sso }: Areas): Upkeep {
  const chores = [
    everySoOften(deps, foldMs, 'folding the figures of the audit trail', (stopping) =>
      foldAudit(deps.sql, stopping),
    ),
    everySoOften(deps, sweepMs, 'noting how many people sign in', () => noteActiveUsers(deps)),
    everySoOften(deps, sealMs, 'sealing the audit trail', (stopping) => sealTrail(deps, stopping)),
    everySoOften(deps, eraseMs, 'erasing accounts', async (stopping) => {
      await eraseDue(deps, stopping);
      await eraseTrail(deps, stopping);
    }),
    everySoOften(deps, headMs, 'logging the head of the audit trail', () => logHead(deps)),
    everySoOften(deps, sweepMs, 'trimming the mail log', (stopping) => trimMailLog(deps, stopping)),
    everySoOften(deps, retireMs, 'deactivating unused accounts', (stopping) =>
      retireInactive(deps, stopping),
    ),
    everySoOften(deps, sweepMs, 'keeping the partitions of the audit trail', (stopping) =>
      keepPartitions(deps, stopping),
    ),
    everySoOften(deps, sweepMs, 'rotating the keys that sign tokens', () => keys.rotate('by-age')),
    everySoOften(deps, sweepMs, 'thinning the seals of dropped months', (stopping) =>
      thinSeals(deps, stopping),
    ),
    everySoOften(deps, sweepMs, 'checking the records of domains', (stopping) =>
      checkDomains({ ...deps, domains }, stopping),
    ),
    everySoOften(deps, sweepMs, 'checking the certificates of identity providers', (stopping) =>
      checkCertificates({ ...deps, sso }, stopping),
    ),
    everySoOften(deps, checkSweepMs, 'forgetting changes for local checks', (stopping) =>
      forgetChanges(deps, stopping),
    ),
    everySoOften(deps, sweepMs, 'sweeping', (stopping) => sweep(deps.sql, deps.clock.now(), stopping)),
  ];
  return {
    async stop() {
      await Promise.all(chores.map((stop) => stop()));
    },
  };
}

/** Runs the work at once, then repeats it, never twice at a time. */
export function everySoOften(
  deps: Pick<Deps, 'log'>,
  pauseMs: number,
  name: string,
  chore: (stopping: AbortSignal) => Promise<unknown>,
) {
  const stopping = new AbortController();
  let underWay: Promise<void> | undefined;
  const run = async () => {
    try {
      await chore(stopping.signal);
    } catch (error) {
      deps.log.warn({ err: error }, `${name} failed; it will be retried later`);
    }
    underWay = undefined;
  };
  const begin = () => {
    underWay ??= run();
  };
  begin();
  const timer = setInterval(begin, pauseMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await underWay;
  };
}

/** For operators who keep logs elsewhere: from now on, any change to an entry before this seal can be detected. */
export async function logHead({ sql, log }: Pick<Deps, 'sql' | 'log'>): Promise<void> {
  const head = await findHead(sql);
  if (!head) return;
  const { sequence, root, sealedAt } = head;
  log.info({ sequence, root: root.toString('hex'), sealedAt }, 'audit trail head');
}

/** Each area deletes its own expired rows, a few at a time. An area that fails doesn't hold up the others. */
export async function sweep(
  sql: Sql,
  now: Date,
  stopping?: AbortSignal,
  chosen: readonly Sweep[] = sweeps,
): Promise<void> {
  const failures: unknown[] = [];
  for (const some of chosen) {
    const step = async () => (await oneAtATime(sql, 'sweeps', (tx) => some(tx, now))) === sweepBatch;
    await inBatches(step, stopping).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Changes go some minutes after they became visible, and those who asked for them after they last did. */
export async function forgetChanges(
  { sql, clock }: Pick<Deps, 'sql' | 'clock'>,
  stopping?: AbortSignal,
): Promise<void> {
  await markVisible(sql, clock.now());
  await sweep(sql, clock.now(), stopping, checkSweeps);
}

/** Prepares partitions for the next months, drops months past the retention time, and gives late entries their months. */
export async function keepPartitions(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { sql, clock, log } = deps;
  await oneAtATime(sql, 'auditPartitions', (tx) => makePartitions(tx, clock.now()));
  for (const partition of await dropExpired(deps))
    log.info({ partition }, 'dropped a month of audit entries past the retention time');
  for (const month of await moveLateMonths(sql, stopping))
    log.info({ month }, 'moved late audit entries to a partition of their month');
}

/** Everything kept sealed. A value missing here is lost with the secret an earlier version sealed it under. */
export const atRest: AtRest = {
  columns: [
    { table: 'users', column: 'two_factor_secret', purposeOf: () => totpPurpose },
    {
      table: 'oauth_accounts',
      column: 'access_token',
      purposeOf: (id) => providerTokenPurpose(id, 'access'),
    },
    {
      table: 'oauth_accounts',
      column: 'refresh_token',
      purposeOf: (id) => providerTokenPurpose(id, 'refresh'),
    },
    { table: 'sso_connections', column: 'client_secret', purposeOf: clientSecretPurpose },
    { table: 'webhook_secrets', column: 'sealed', purposeOf: () => webhookPurpose },
    { table: 'destinations', column: 'sealed', purposeOf: () => destinationPurpose },
    { table: 'hook_secrets', column: 'sealed', purposeOf: () => hookPurpose },
    { table: 'emails', column: 'body', purposeOf: () => mailPurpose },
  ],
  // Only a hash of a backup code is kept.
  kept: Object.values(backupCodePurposes),
};
