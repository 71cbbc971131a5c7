import type { Deps } from '../../identity/deps.ts';
import {
  claimDueDomains,
  type DomainRow,
  saveFound,
  saveMissing,
} from '../../identity/memberships/domain-store.ts';
import { findOwners } from '../../identity/memberships/member-store.ts';
import { inBatches, transact } from '../../platform/db/transact.ts';
import { mailUser } from '../../records/email/outbox.ts';
import type { Domains } from './domain-deps.ts';
import { recordOf } from './present.ts';
import { endOfProof, endProof, nextCheck } from './proofs.ts';

/** How many are looked up at once. */
const atOnce = 10;
/** When a lookup is repeated that no name server answered, or whose node was stopped. */
const againMs = 3_600_000;

type Tools = Pick<Deps, 'sql' | 'clock' | 'outbox' | 'config'> & { domains: Domains };

/** Looks up the records of proven domains whose week is over. */
export function checkDomains(tools: Tools, stopping?: AbortSignal): Promise<void> {
  return inBatches(async () => {
    const now = tools.clock.now();
    const until = new Date(now.getTime() + againMs);
    const due = await claimDueDomains(tools.sql, { now, until, most: atOnce });
    await Promise.all(due.map((domain) => check(tools, domain)));
    return due.length === atOnce;
  }, stopping);
}

async function check(tools: Tools, domain: DomainRow): Promise<void> {
  const published = await tools.domains.findTxt(recordOf(domain).name);
  const now = tools.clock.now();
  // A fault of DNS says nothing about the record.
  if (!published) return;
  if (published.includes(domain.challenge))
    return saveFound(tools.sql, domain, { now, nextCheckAt: nextCheck(now) });
  await miss(tools, domain, now);
}

async function miss(tools: Tools, domain: DomainRow, now: Date): Promise<void> {
  const missingSince = domain.missingSince ?? now;
  const endsAt = endOfProof(missingSince);
  await transact(tools, async (tx) => {
    if (!(await saveMissing(tx, domain, { missingSince, now, nextCheckAt: nextCheck(now) }))) return;
    if (now >= endsAt) return endProof(tx, domain, now, 'record_missing');
    const { name } = domain;
    const link = `${tools.config.baseUrl}/organization`;
    for (const owner of await findOwners(tx, domain.organizationId))
      await mailUser(tools, tx, owner, {
        type: 'domain_check_failed',
        domain: name,
        record: recordOf(domain),
        endsAt,
        link,
      });
  });
}
