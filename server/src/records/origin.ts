import type { Clock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';

/** Who is at the other end of a connection, as far as it tells. */
export type Client = {
  ipAddress: string;
  userAgent: string;
  /** When the request arrived, in microseconds: see `Clock.instant`. */
  receivedAt: number;
  /** The language that the request asks for, unless it is the default. */
  chosenLocale?: (() => string | null) | undefined;
};

/** Where a change comes from, as the audit trail reports it. */
export type Origin = {
  ipAddress: string | null;
  userAgent: string | null;
  /** One moment for everything a request does. */
  now: Date;
  /** The ADMIN who acts as the caller, named in every audit entry the request leaves. */
  impersonatedBy?: string | undefined;
  /** The organization's key that acts, named likewise. */
  apiKeyId?: string | undefined;
  /** The application whose access token acts, named likewise. */
  applicationId?: string | undefined;
  via?: 'cli' | 'config' | 'setup' | 'scim' | 'mcp' | undefined;
  /** The directory's token that acts, named likewise. */
  tokenId?: string | undefined;
  /** The service verifies no addresses: in events, every user counts as verified. */
  assumesVerified?: boolean;
  /** The language of the request that causes this, unless it is the default. */
  chosenLocale?: (() => string | null) | undefined;
};

export type RequestOrigin = Origin & Client;

type Tools = { clock: Clock; config: Pick<Config, 'emailVerification'> };

export function originOf(
  client: Client,
  { clock, config }: Tools,
  acting?: Pick<Origin, 'impersonatedBy' | 'apiKeyId' | 'applicationId' | 'tokenId' | 'via'>,
): RequestOrigin {
  const { ipAddress, userAgent, receivedAt, chosenLocale } = client;
  const assumesVerified = !config.emailVerification;
  const now = clock.now();
  const origin = { ipAddress, userAgent, receivedAt, chosenLocale, now, assumesVerified };
  return acting ? { ...origin, ...acting } : origin;
}

/** An operator at the command line, or their file: no account, address or browser to record. */
export function fromCommandLine({ clock, config }: Tools, via: 'cli' | 'config' = 'cli'): Origin {
  const assumesVerified = !config.emailVerification;
  return { ipAddress: null, userAgent: null, now: clock.now(), via, assumesVerified };
}

/** For work that the service does on its own. */
export function bySystem(now: Date): Origin {
  return { ipAddress: null, userAgent: null, now };
}
