import type { HealthFigure, HealthState, ServiceHealth } from '@latchkey/contract';
import type { Context } from '../../identity/caller/caller.ts';
import { readServer, type ServerFacts } from '../../platform/db/server-store.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Outboxes } from '../../platform/metrics.ts';
import { readLags } from '../destinations/lag.ts';
import { endOfProof } from '../domains/proofs.ts';
import {
  type EndingPersonalKey,
  type EndingRow,
  findEndingCertificates,
  findEndingKeys,
  findEndingPersonalKeys,
  findMissingDomains,
  readTroubles,
  type Troubles,
} from './health-store.ts';
import { readOutboxes } from './outbox-store.ts';

const day = 86_400_000;
const soonDays = 30;
const urgentDays = 7;
/** What waits longer than this is late, or very late. */
const lateSeconds = { warning: 600, fault: 3600 };

type Area = ServiceHealth['areas'][number];
type Ending = ServiceHealth['ending'][number];

export async function getHealth({ deps, origin: { now } }: Context): Promise<ServiceHealth> {
  const { sql, config } = deps;
  const before = new Date(now.getTime() + soonDays * day);
  const [server, outboxes, lags, troubles, certificates, domains, keys, personalKeys] = await Promise.all([
    readServer(sql),
    readOutboxes(sql, now),
    readLags(sql, now),
    readTroubles(sql, new Date(now.getTime() - day)),
    findEndingCertificates(sql, before),
    findMissingDomains(sql),
    findEndingKeys(sql, { now, before }),
    findEndingPersonalKeys(sql, { now, before }),
  ]);
  const endings = [
    ...certificates.map((row) => endingOf('certificate', row, row.at)),
    ...domains.map((row) => endingOf('domain', row, endOfProof(row.at))),
    ...keys.map((row) => endingOf('key', row, row.at)),
    ...personalKeys.map(endingOfPersonalKey),
  ];
  const behind = Math.max(0, ...lags.map(({ lagSeconds }) => lagSeconds));
  const areas = [
    databaseArea(server, config.pool.size),
    poolArea(sql, config.pool.size),
    mailArea(outboxes, troubles),
    webhookArea(outboxes, troubles),
    destinationArea(behind, troubles),
    directoryArea(troubles),
    endingArea('certificates', 'certificate', endings, now),
    endingArea('domains', 'domain', endings, now),
  ];
  const ending = endings.toSorted((one, other) => one.endsAt.localeCompare(other.endsAt));
  return { state: worst(...areas.map(({ state }) => state)), areas, ending };
}

function area(
  name: Area['area'],
  state: HealthState,
  figures: Partial<Record<HealthFigure['name'], number>>,
) {
  const named = Object.entries(figures) as [HealthFigure['name'], number][];
  return { area: name, state, figures: named.map(([figure, value]) => ({ name: figure, value })) };
}

function databaseArea({ writable, size, maxConnections }: ServerFacts, poolSize: number): Area {
  const state = writable ? warnIf(poolSize + 1 > maxConnections) : 'fault';
  return area('database', state, { sizeBytes: size, mostConnections: maxConnections });
}

function poolArea({ watch }: Sql, most: number): Area {
  const states = [...watch.connections].map(({ state }) => state);
  const busy = states.filter((state) => state === 'busy').length;
  return area('pool', warnIf(busy >= most), { busy, idle: states.length - busy, most });
}

function mailArea(outboxes: Outboxes, { failedMails }: Troubles): Area {
  const { pending, oldestSeconds } = outboxOf(outboxes, 'mail');
  const state = worst(lateness(oldestSeconds), warnIf(failedMails > 0));
  return area('mail', state, { waiting: pending, oldestSeconds, failed: failedMails });
}

function webhookArea(outboxes: Outboxes, { failingWebhooks, disabledWebhooks }: Troubles): Area {
  const { pending, oldestSeconds } = outboxOf(outboxes, 'webhook');
  const figures = { waiting: pending, oldestSeconds, failing: failingWebhooks, disabled: disabledWebhooks };
  return area('webhooks', warnIf(failingWebhooks > 0), figures);
}

function destinationArea(behind: number, { failingDestinations, disabledDestinations }: Troubles): Area {
  const behindSeconds = Math.floor(behind);
  const figures = { behindSeconds, failing: failingDestinations, disabled: disabledDestinations };
  return area('destinations', worst(lateness(behind), warnIf(failingDestinations > 0)), figures);
}

function directoryArea({ scimTokens, refusingDirectories }: Troubles): Area {
  const figures = { tokens: scimTokens, refusing: refusingDirectories };
  return area('directories', warnIf(refusingDirectories > 0), figures);
}

function endingArea(name: Area['area'], kind: Ending['kind'], all: readonly Ending[], now: Date): Area {
  const own = all.filter((each) => each.kind === kind);
  const urgent = new Date(now.getTime() + urgentDays * day).toISOString();
  const isUrgent = own.some(({ endsAt }) => endsAt < urgent);
  return area(name, isUrgent ? 'fault' : warnIf(own.length > 0), { ending: own.length });
}

function endingOf(
  kind: Ending['kind'],
  { name, organizationId, organizationName }: EndingRow,
  endsAt: Date,
): Ending {
  return { kind, name, organizationId, organizationName, endsAt: endsAt.toISOString() };
}

function endingOfPersonalKey({ name, userId, userEmail, at }: EndingPersonalKey): Ending {
  const nowhere = { organizationId: null, organizationName: null };
  return { kind: 'personalKey', name, ...nowhere, userId, userEmail, endsAt: at.toISOString() };
}

function outboxOf(outboxes: Outboxes, kind: string) {
  const { pending = 0, oldestSeconds = 0 } = outboxes.find((each) => each.kind === kind) ?? {};
  return { pending, oldestSeconds: Math.floor(oldestSeconds) };
}

const warnIf = (wrong: boolean): HealthState => (wrong ? 'warning' : 'ok');

function lateness(seconds: number): HealthState {
  if (seconds > lateSeconds.fault) return 'fault';
  return warnIf(seconds > lateSeconds.warning);
}

function worst(...states: HealthState[]): HealthState {
  if (states.includes('fault')) return 'fault';
  return warnIf(states.includes('warning'));
}
