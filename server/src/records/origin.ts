import type { Clock } from '../platform/clock.ts';

/** Who is at the other end of a connection, as far as it tells. */
export type Client = {
  ipAddress: string;
  userAgent: string;
  /** When the request arrived, in microseconds: see `Clock.instant`. */
  receivedAt: number;
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
  via?: 'cli' | 'setup';
};

export type RequestOrigin = Origin & Client;

export function originOf(
  client: Client,
  clock: Clock,
  { impersonatedBy, apiKeyId }: Pick<Origin, 'impersonatedBy' | 'apiKeyId'> = {},
): RequestOrigin {
  const { ipAddress, userAgent, receivedAt } = client;
  return { ipAddress, userAgent, receivedAt, now: clock.now(), impersonatedBy, apiKeyId };
}

/** An operator at the command line: no account, address or browser to record. */
export function fromCommandLine(now: Date): Origin {
  return { ipAddress: null, userAgent: null, now, via: 'cli' };
}

/** For work that the service does on its own. */
export function bySystem(now: Date): Origin {
  return { ipAddress: null, userAgent: null, now };
}
