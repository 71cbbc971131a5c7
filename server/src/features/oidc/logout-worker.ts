import type { Deps } from '../../identity/deps.ts';
import type { Resolve } from '../../platform/outbound/resolve.ts';
import type { OutboundRules } from '../../platform/outbound/rules.ts';
import { createSender, type Sender, type SendOutcome } from '../../platform/outbound/sender.ts';
import { createFairWorker } from '../../platform/workers/fair-worker.ts';
import { fewAtOnce, retryWrite, type Worker } from '../../platform/workers/worker.ts';
import {
  claimNotice,
  deleteNotice,
  type LogoutNotice,
  noticeDelays,
  noticeLeaseMs,
  postponeNotice,
} from './logout-store.ts';
import type { Oidc } from './oidc-deps.ts';

const limitMs = 15_000;
/** Requests at once to one application, per node. */
const mostOfOne = 2;
/** Statements at once, per node: requests need the database too. */
const statements = 4;
const tokenSeconds = 120;
const event = 'http://schemas.openid.net/event/backchannel-logout';

type Tools = Pick<Deps, 'sql' | 'clock' | 'log'> & { oidc: Oidc; sender: Sender };

/** Tells applications that a user's session has ended. The notices were written when it ended. */
export function createLogoutWorker(deps: Deps, oidc: Oidc, rules: OutboundRules, resolve: Resolve): Worker {
  const sender = createSender(rules, resolve);
  const tools = { ...deps, oidc, sender };
  const { sql, clock, log } = deps;
  const underWay: string[] = [];
  const busy = () => underWay.filter((id) => underWay.filter((other) => other === id).length >= mostOfOne);
  const inTurn = fewAtOnce(statements);
  // Two claims at once would both count what was under way before them.
  const oneClaim = fewAtOnce(1);
  const worker = createFairWorker<LogoutNotice>({
    name: 'logout',
    log,
    claim: (shares) =>
      oneClaim(async () => {
        const now = clock.now();
        const leasedUntil = new Date(now.getTime() + noticeLeaseMs);
        const notice = await claimNotice(sql, { now, leasedUntil, busy: busy(), shares });
        if (notice) underWay.push(notice.applicationId);
        return notice;
      }),
    destinationOf: ({ applicationId }) => ({ owner: applicationId, receiver: applicationId, failing: false }),
    async work(notice) {
      try {
        const outcome = notice.backchannelLogoutUri === null ? undefined : await tell(tools, notice);
        await retryWrite(log, () => inTurn(() => settleLogout(tools, notice, outcome)));
      } finally {
        underWay.splice(underWay.indexOf(notice.applicationId), 1);
      }
    },
  });
  return {
    ...worker,
    async stop() {
      await worker.stop();
      sender.close();
    },
  };
}

async function tell({ clock, oidc, sender }: Tools, notice: LogoutNotice): Promise<SendOutcome> {
  const { id, userId, sessionId, clientId, signingAlgorithm, backchannelLogoutUri } = notice;
  const iat = Math.floor(clock.now().getTime() / 1000);
  const key = await oidc.keys.current(signingAlgorithm);
  const token = key.sign('logout+jwt', {
    iss: oidc.issuer,
    aud: clientId,
    sub: userId,
    sid: sessionId,
    iat,
    exp: iat + tokenSeconds,
    jti: id,
    events: { [event]: {} },
  });
  return sender.post({
    url: backchannelLogoutUri ?? '',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }).toString(),
    limitMs,
  });
}

async function settleLogout(
  { sql, clock, log }: Tools,
  { id, clientId, attempts }: LogoutNotice,
  outcome: SendOutcome | undefined,
): Promise<void> {
  const arrived = !outcome || ('status' in outcome && outcome.status >= 200 && outcome.status < 300);
  const delay = noticeDelays[attempts - 1];
  if (!arrived && delay !== undefined)
    return postponeNotice(sql, id, new Date(clock.now().getTime() + delay));
  if (!arrived) log.warn({ clientId, outcome }, 'could not tell an application that a session ended');
  await deleteNotice(sql, id);
}
