import { exportAuditLogs, normalEmail } from '@latchkey/contract';
import { auditText, type ExportFormat } from '../features/audit-logs/export-audit-logs.ts';
import type { Config } from '../platform/config/config.ts';
import { eraseAuditPerson } from '../records/audit/retention.ts';
import { type TrailFault, type TrailReport, unknownKey, verifyTrail } from '../records/audit/verify-trail.ts';
import { asArray, printText, type Report, UsageError } from './output.ts';
import { withDeps } from './with-deps.ts';

/** A trail that was rewritten entirely has a fault for each entry. */
const mostLines = 100;

export async function verifyAudit(config: Config, given: { since?: string; head?: string }): Promise<Report> {
  const scope = { since: given.since && momentFrom(given.since), head: given.head && headOf(given.head) };
  return withDeps(config, async (deps) => {
    const report = await verifyTrail(deps, {
      since: scope.since || undefined,
      head: scope.head || undefined,
    });
    return tellTrail(report, given);
  });
}

export function tellTrail(report: TrailReport, { since }: { since?: string }): Report {
  const broken = report.faults.filter(({ what }) => what !== unknownKey);
  const details = broken.slice(0, mostLines).map(lineOf);
  if (broken.length > mostLines) details.push(`… and ${broken.length - mostLines} more`);
  const lines = summaryOf(report);
  const failure = failureOf(report, broken.length);
  if (!failure && report.seals > 0)
    lines.push(`${since ? 'What was sealed since then' : 'The audit trail'} is intact.`);
  return { text: lines.join('\n'), json: documentOf(report), details, failure };
}

function failureOf(report: TrailReport, broken: number): string | undefined {
  const unread = unreadNote(report);
  if (broken === 0) return unread || undefined;
  return `The audit trail has changed since it was sealed. The faults are listed above.${unread && `\n${unread}`}`;
}

function documentOf({ entries, seals, head, waiting, erased, dropped, faults }: TrailReport) {
  return {
    intact: faults.length === 0,
    ...{ entries, seals, waiting, erased, dropped },
    head: head.sequence > 0 ? { seal: head.sequence, root: head.root.toString('hex') } : null,
    faultCount: faults.length,
    faults: faults.slice(0, mostLines),
  };
}

/** Advice for seals whose secret is missing. They may be forged: a forger doesn't have the secret either. */
function unreadNote({ faults, head }: TrailReport): string {
  const unread = faults.flatMap(({ what, seal }) => (what === unknownKey && seal ? [seal] : []));
  if (unread.length === 0) return '';
  const advice =
    unread.at(-1) === head.sequence
      ? 'Run this with the secrets that the service has.'
      : 'Add the secret that you replaced to AUDIT_SECRET_PREVIOUS, and run this again.';
  return [
    `Could not check ${rangesOf(unread)}, made with a secret that is not configured.${unread.length === faults.length ? ' Nothing else is wrong.' : ''}`,
    `${advice} Without AUDIT_SECRET, it is SESSION_SECRET that seals.`,
    'If none of your secrets fits, someone without the secret replaced the trail.',
  ].join('\n');
}

/** `seal 2`, or `seals 1 to 3, 5` */
function rangesOf(seals: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const seal of seals) {
    const last = ranges.at(-1);
    if (last && last[1] === seal - 1) last[1] = seal;
    else ranges.push([seal, seal]);
  }
  return `seal${seals.length > 1 ? 's' : ''} ${ranges.map(([from, to]) => (from === to ? from : `${from} to ${to}`)).join(', ')}`;
}

export type AuditExportOptions = { format: ExportFormat; since?: string; until?: string; json?: boolean };

/** For the whole service, read as over HTTP: one batch at a time, however long the trail is. */
export async function exportAudit(config: Config, options: AuditExportOptions): Promise<undefined> {
  const { format, since, until, json } = options;
  const query = exportAuditLogs.query.safeParse({ from: since, to: until });
  if (!query.success) {
    const { path, message = '' } = query.error.issues[0] ?? {};
    throw new UsageError(
      `${path?.[0] === 'to' ? '--until' : '--since'}: ${message.replace('after to', 'after --until')}`,
    );
  }
  const { from, to } = query.data;
  await withDeps(config, ({ sql }) => {
    const text = auditText(sql, { from, to }, format);
    return printText(json ? asArray(text) : text);
  });
}

export async function eraseFromAudit(config: Config, email: string): Promise<Report> {
  return withDeps(config, async (deps) => {
    const erased = await eraseAuditPerson(deps, normalEmail(email), deps.clock.now());
    const text = `Erased email, IP address and browser from ${erased} entries. The trail records this, without a name.`;
    return { text, json: { erased } };
  });
}

function lineOf({ what, id, seal }: TrailFault): string {
  const where = seal === undefined ? '' : id ? ` (seal ${seal})` : `seal ${seal}: `;
  return id ? `entry ${id}: ${what}${where}` : `${where}${what}`;
}

function summaryOf({ entries, seals, head, waiting, erased, dropped }: TrailReport): string[] {
  return [
    `Read ${entries} entries under ${seals} seals.`,
    head.sequence > 0
      ? `Newest seal: ${head.sequence}, root ${head.root.toString('hex')}`
      : 'There is no seal yet.',
    ...(waiting > 0 ? [`${waiting} entries are not sealed yet. The service seals them while it runs.`] : []),
    ...(erased > 0 ? [`${erased} entries had their personal fields erased, as recorded.`] : []),
    ...dropped.map(
      ({ from, to, entries: count }) =>
        `Dropped, as recorded: ${count} entries ${from ? `from ${from.toISOString()} ` : ''}to ${to.toISOString()}`,
    ),
  ];
}

function momentFrom(given: string): Date {
  const moment = new Date(given);
  if (Number.isNaN(moment.getTime())) throw new UsageError(`${given} is not a date and time.`);
  return moment;
}

export function headOf(given: string): Buffer {
  if (!/^[\da-f]{64}$/i.test(given)) throw new UsageError('A root has 64 hexadecimal digits.');
  return Buffer.from(given, 'hex');
}
