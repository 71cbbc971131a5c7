import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { boundedFetch } from '../../features/social-login/provider.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { failureCode } from '../../platform/limits/limiter.ts';
import { limitStore, mailTransport } from '../../runtime/wire.ts';
import { type Finding, fault, look, ok, sizeOf, warning } from './finding.ts';

const providerMs = 6000;
const fewBytes = 1_000_000_000;
const hardlyBytes = 100_000_000;

export function examineMail(config: Config): Promise<Finding[]> {
  return look('mail', async () => {
    const transport = mailTransport(config);
    if (!transport.check) return [ok('mail', 'Emails are printed in the terminal where the service runs.')];
    try {
      await transport.check();
      return [
        ok(
          'mail',
          `${transport.name === 'smtp' ? 'The mail server accepts connections' : 'Resend accepts the key'}. Sender: ${config.email.from}`,
        ),
      ];
    } catch (error) {
      const { message } = error as Error;
      return [fault('mail', `Emails can't be sent. ${message}`, mailFix(message, transport.name))];
    } finally {
      await transport.close?.();
    }
  });
}

function mailFix(said: string, transport: string): string | undefined {
  if (transport !== 'smtp')
    return / 40[13]\b/.test(said)
      ? 'Correct RESEND_API_KEY, or create a new key.'
      : 'Check that this machine can reach https://api.resend.com.';
  if (/ 53[0-9]\b|EAUTH/.test(said)) return 'Correct the user and password in SMTP_URL.';
  if (/STARTTLS/.test(said)) return undefined;
  return 'Correct the host and port in SMTP_URL, and check that this machine can reach them.';
}

/** Whether a provider answers. Its client secret is not tried until a user signs in. */
export async function examineProviders({ providers, baseUrl }: Config): Promise<Finding[]> {
  if (providers.length === 0) return [ok('providers', 'No provider is set up.')];
  const found = providers.map(({ name, ...provider }) =>
    look('providers', async () => {
      const at =
        provider.kind === 'github'
          ? provider.apiUrl
          : `${provider.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
      const status = await statusOf(at);
      const callback = `${baseUrl}/api/auth/oauth/${name}/callback`;
      return status !== undefined && status < 500 && (provider.kind === 'github' || status === 200)
        ? [ok('providers', `${name} is responding. Register this callback URL there: ${callback}`)]
        : [
            fault(
              'providers',
              `${name} gave no usable response at ${new URL(at).origin}${status ? ` (status ${status})` : ''}.`,
              'Check that its address is right and that this machine can reach it.',
            ),
          ];
    }),
  );
  return (await Promise.all(found)).flat();
}

async function statusOf(address: string): Promise<number | undefined> {
  const request = {
    method: 'GET',
    headers: { 'user-agent': 'Latchkey' },
    body: undefined,
    redirect: 'manual',
  } as const;
  try {
    return (await boundedFetch(providerMs)(address, request)).status;
  } catch {
    return undefined;
  }
}

const ownAuthority =
  'Name the file of the authority that signed its certificate in NODE_EXTRA_CA_CERTS, in the environment of the process.';

/** What to do about a Redis that runs, but not as its address says. */
const redisAdvice: Record<string, string> = {
  NO_SENTINEL: 'Start the sentinels, or correct their addresses in REDIS_URL.',
  UNKNOWN_MASTER: 'The sentinels watch no master of that name: correct the name at the end of REDIS_URL.',
  MOVED: 'It is part of a cluster: begin REDIS_URL with redis+cluster://.',
  NOT_A_CLUSTER: 'It is a single server: begin REDIS_URL with redis://.',
  READONLY: 'It is a replica: name the master in REDIS_URL, or ask sentinels for it with redis+sentinel://.',
  SELF_SIGNED_CERT_IN_CHAIN: ownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: 'Name it in REDIS_URL as in its certificate.',
};

export function examineLimits(config: Config): Promise<Finding[]> {
  return look('limits', async () => {
    const { redisUrl, upstashUrl } = config.limitStore;
    if (!redisUrl && !upstashUrl)
      return [ok('limits', 'Rate limits are counted in memory, which is fine for one process.')];
    const store = limitStore(config, systemClock());
    const [where, variable] = upstashUrl ? ['Upstash', 'UPSTASH_REDIS_REST_URL'] : ['Redis', 'REDIS_URL'];
    try {
      await store.hit('doctor', 1000);
      return [ok('limits', `${where} is counting requests.`)];
    } catch (error) {
      const reason = failureCode(error);
      return [
        fault(
          'limits',
          `${where} can't count requests (${reason}), so every request is let through.`,
          redisAdvice[reason] ?? `Start it, or correct ${variable}.`,
        ),
      ];
    } finally {
      await store.close();
    }
  });
}

export function examineDisk({ database, folder }: Config): Promise<Finding[]> {
  return look('disk', async () => {
    if (database.kind === 'server')
      return [ok('disk', 'No data is kept on this machine. Check the disk of the database server.')];
    return [aboutSpace(folder, await freeBytes(resolve(folder)))];
  });
}

export function aboutSpace(folder: string, free: number): Finding {
  const message = `${sizeOf(free)} free on the disk that holds ${folder}.`;
  const fix = 'Free up space: PostgreSQL stops when the disk is full.';
  if (free < hardlyBytes) return fault('disk', message, fix);
  return free < fewBytes ? warning('disk', message, fix) : ok('disk', message);
}

/** Free space on the disk that a folder is on, or would be on. */
async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return freeBytes(dirname(folder));
  }
}
