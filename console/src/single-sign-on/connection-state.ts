import type { Connection } from '@latchkey/contract';

export const kindNames: Record<Connection['kind'], string> = { saml: 'SAML 2.0', oidc: 'OpenID Connect' };

/** Whether it has what a test needs. */
export function isComplete({ oidc, saml }: Pick<Connection, 'oidc' | 'saml'>): boolean {
  if (oidc) return oidc.issuer !== null && oidc.clientId !== null;
  return Boolean(saml?.entityId && saml.signInUrl && saml.certificates.length > 0);
}

type Step = { label: string; color: string; next: string | null };

/** Where the setup stands, and the next thing to do. */
export function stepOf(connection: Connection): Step {
  const { enabled, required, domains, testedAt } = connection;
  if (required) return { label: 'Required', color: 'green', next: null };
  if (enabled && domains.length === 0)
    return {
      label: 'No domain',
      color: 'orange',
      next: 'It signs no one in until it has a verified domain. Choose one under Options.',
    };
  if (enabled) return { label: 'On', color: 'green', next: null };
  const off = { label: 'Off', color: 'gray' };
  if (!isComplete(connection))
    return { ...off, next: 'Enter the values below at your identity provider, then what it gives you.' };
  if (domains.length === 0) return { ...off, next: 'Choose the domains it speaks for, under Options.' };
  if (!testedAt) return { ...off, next: 'Test it. You sign in there once, and nothing changes for anyone.' };
  return { ...off, next: 'The test passed. Turn it on when you are ready.' };
}

const warnDays = 30;

type Expiry = { notAfter: string; state: 'fine' | 'soon' | 'past' };

/** How long a certificate has left. An expired one still verifies: the identity provider decides when to change it. */
export function expiryOf(notAfter: string, now: number): Expiry {
  const left = new Date(notAfter).getTime() - now;
  return { notAfter, state: left <= 0 ? 'past' : left < warnDays * 86_400_000 ? 'soon' : 'fine' };
}
