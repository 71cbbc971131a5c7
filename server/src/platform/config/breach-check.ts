import type { Values } from './environment.ts';

/** Where to look up whether a password is known from a breach. */
export type BreachCheck = { by: 'off' } | { by: 'hibp'; url: string } | { by: 'file'; path: string };

export function breachCheckOf(values: Values): BreachCheck {
  const { PASSWORD_BREACH_CHECK: by, PASSWORD_BREACH_URL: url, PASSWORD_BREACH_FILE: path } = values;
  if (by === 'hibp') return { by, url };
  return by === 'file' && path ? { by, path } : { by: 'off' };
}

export function breachFaults(values: Values | undefined): string[] {
  return values?.PASSWORD_BREACH_CHECK === 'file' && !values.PASSWORD_BREACH_FILE
    ? ['PASSWORD_BREACH_FILE must be set if PASSWORD_BREACH_CHECK is file.']
    : [];
}
