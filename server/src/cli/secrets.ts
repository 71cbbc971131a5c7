import { lifetimes } from '@latchkey/contract';
import { signingKeysOf } from '../features/oidc/oidc-deps.ts';
import type { Config } from '../platform/config/config.ts';
import { fromCommandLine } from '../records/origin.ts';
import { sessionSecretsOf } from '../records/vault/data-keys.ts';
import { reseal } from '../records/vault/reseal.ts';
import { atRest } from '../runtime/upkeep.ts';
import type { Report } from './output.ts';
import { withDeps } from './with-deps.ts';

const notice = `${lifetimes.signingKeyNoticeHours} hours`;

/** `now`: the keys in use have leaked. */
export async function rotateKeys(config: Config, { now = false }: { now?: boolean }): Promise<Report> {
  return withDeps(config, async (deps) => {
    const made = await signingKeysOf(deps).rotate(now ? 'now' : 'by-hand', fromCommandLine(deps));
    const text = now ? withdrawn : made > 0 ? published : alreadyPublished;
    return { text, json: { created: made, withdrewEarlierKeys: now } };
  });
}

const published = `The next keys are published, and start signing in ${notice}. If the keys in use have leaked, add --now.`;
const alreadyPublished =
  'The next keys are already published. They start signing when their notice period ends. If the keys in use have leaked, add --now.';
const withdrawn =
  'New keys sign from now on. All earlier keys are withdrawn: every node refuses their tokens within a second, and they ' +
  'leave the published keys within a minute. Applications get new tokens with their refresh tokens. A server that ' +
  'verifies tokens offline may keep the old keys longer: restart it.';

export async function resealSecrets(config: Config): Promise<Report> {
  return withDeps(config, async ({ sql, clock }) => {
    const { moved, unreadable } = await reseal(sql, sessionSecretsOf(config.secrets), atRest, clock.now());
    const lines = ['The data keys are wrapped with the current SESSION_SECRET.'];
    if (moved > 0) lines.push(`${moved} values from an earlier version were moved to them.`);
    if (unreadable.length === 0) lines.push('Stored data no longer needs SESSION_SECRET_PREVIOUS.');
    return { text: lines.join('\n'), json: { moved, unreadable }, failure: adviceFor(unreadable) };
  });
}

function adviceFor(unreadable: { where: string; count: number }[]): string | undefined {
  if (unreadable.length === 0) return undefined;
  const where = unreadable.map((each) => `${each.count} in ${each.where}`).join(', ');
  return `Some values can't be read with any of the secrets: ${where}. Add the secret they were sealed with to SESSION_SECRET_PREVIOUS and run this again.`;
}
