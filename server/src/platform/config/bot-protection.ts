import type { Challenge } from '@latchkey/contract';
import type { Values } from './environment.ts';

/** A widget of another service, which says whether its token is good. */
export type Widget = {
  kind: Exclude<Challenge['kind'], 'off' | 'pow'>;
  siteKey: string;
  secretKey: string;
  verifyUrl: string;
};

const verifyUrls: Record<Widget['kind'], string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
};

export function botProtectionOf(values: Values): { kind: 'off' } | { kind: 'pow'; cost: number } | Widget {
  const { BOT_PROTECTION: kind, BOT_POW_COST: cost, BOT_SITE_KEY, BOT_SECRET_KEY, BOT_VERIFY_URL } = values;
  if (kind === 'off') return { kind };
  if (kind === 'pow') return { kind, cost };
  const keys = { siteKey: BOT_SITE_KEY ?? '', secretKey: BOT_SECRET_KEY ?? '' };
  return { kind, ...keys, verifyUrl: BOT_VERIFY_URL ?? verifyUrls[kind] };
}

export function botFaults(values: Values | undefined): string[] {
  if (!values || values.BOT_PROTECTION === 'off' || values.BOT_PROTECTION === 'pow') return [];
  return (['BOT_SITE_KEY', 'BOT_SECRET_KEY'] as const)
    .filter((name) => !values[name])
    .map((name) => `${name} must be set if BOT_PROTECTION is ${values.BOT_PROTECTION}.`);
}
