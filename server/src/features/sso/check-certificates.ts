import {
  claimDueConnections,
  findWarned,
  saveWarned,
  setNextCheck,
} from '../../identity/connections/certificate-check-store.ts';
import {
  type ConnectionRow,
  findConnection,
  saveConnection,
} from '../../identity/connections/connection-store.ts';
import { findOwners } from '../../identity/memberships/member-store.ts';
import { lockOrganization } from '../../identity/memberships/organization-store.ts';
import { inBatches, transact } from '../../platform/db/transact.ts';
import { inEnglish, isTold } from '../../platform/languages/told.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { bySystem } from '../../records/origin.ts';
import { recordConnection } from './connections.ts';
import { readSaml } from './settings.ts';
import type { SsoDeps } from './sso-deps.ts';

const day = 86_400_000;
/** How many identity providers are asked at once. */
const atOnce = 10;
/** When a check is repeated whose node was stopped. */
const againMs = 3_600_000;
/** OWNERs are told when this many days are left. */
const stages = [7, 30];

/** Once a day, reads what identity providers publish, and warns of certificates that expire. */
export async function checkCertificates(deps: SsoDeps, stopping?: AbortSignal): Promise<void> {
  if (!deps.config.features.sso) return;
  await inBatches(async () => {
    const now = deps.clock.now();
    const until = new Date(now.getTime() + againMs);
    const due = await claimDueConnections(deps.sql, { now, until, most: atOnce });
    await Promise.all(due.map((id) => check(deps, id, now)));
    return due.length === atOnce;
  }, stopping);
}

async function check(deps: SsoDeps, id: string, now: Date): Promise<void> {
  const seen = await findConnection(deps.sql, id);
  if (!seen) return;
  if (seen.metadataUrl) await refreshCertificates(deps, seen, { metadataUrl: seen.metadataUrl, now });
  await warn(deps, seen, now);
  await setNextCheck(deps.sql, id, new Date(now.getTime() + day));
}

/** Takes over the published certificates, if they are those of the same identity provider. Otherwise all stays. */
async function refreshCertificates(
  deps: SsoDeps,
  { id, organizationId }: ConnectionRow,
  { metadataUrl, now }: { metadataUrl: string; now: Date },
): Promise<void> {
  const read = await readSaml(deps, { metadataUrl });
  if (isRefusal(read)) {
    const told = read.details?.reason;
    const reason = isTold(told) ? inEnglish(told) : undefined;
    deps.log.warn({ connectionId: id, reason }, 'the metadata of a connection was not read');
    return;
  }
  const { entityId, certificates = [] } = read;
  await transact(deps, async (tx) => {
    await lockOrganization(tx, organizationId);
    const before = await findConnection(tx, id);
    if (!before || before.metadataUrl !== metadataUrl || before.entityId !== entityId) return;
    const after = { ...before, certificates, updatedAt: now };
    const change = changeOf(before, after, ['certificates']);
    if (!isChanged(change)) return;
    await saveConnection(tx, after);
    const context = { caller: { kind: 'system' }, origin: bySystem(now) } as const;
    await recordConnection(tx, context, after, { what: 'UPDATED', change });
  });
}

/** The stage that a certificate has reached. Undefined: it has time, or is over. */
function stageOf(notAfter: string, now: Date): number | undefined {
  const left = new Date(notAfter).getTime() - now.getTime();
  return left > 0 ? stages.find((days) => left <= days * day) : undefined;
}

/** Each stage is mailed once, however often a check is repeated. The organization's lock lets one check in at a time. */
async function warn(deps: SsoDeps, { id, organizationId }: ConnectionRow, now: Date): Promise<void> {
  await transact(deps, async (tx) => {
    const organization = await lockOrganization(tx, organizationId);
    const connection = organization && (await findConnection(tx, id));
    if (!connection) return;
    const warned = await findWarned(tx, id);
    const reached = connection.certificates.flatMap((certificate) => {
      const stage = stageOf(certificate.notAfter, now);
      return stage !== undefined && stage < (warned[certificate.sha256] ?? Number.POSITIVE_INFINITY)
        ? [{ ...certificate, stage }]
        : [];
    });
    if (reached.length === 0) return;
    for (const owner of await findOwners(tx, organizationId))
      for (const { sha256, notAfter } of reached)
        await mailUser(deps, tx, owner, {
          type: 'certificate_expiring',
          organizationName: organization.name,
          connectionName: connection.name,
          sha256,
          expiresAt: new Date(notAfter),
          link: `${deps.config.baseUrl}/organization`,
        });
    const told = Object.fromEntries(reached.map(({ sha256, stage }) => [sha256, stage]));
    await saveWarned(tx, id, { ...warned, ...told });
  });
}
