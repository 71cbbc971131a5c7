import type { Connection } from '@latchkey/contract';
import { t } from '../language/texts.ts';

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
  // Without one, it also requires nothing.
  if (enabled && domains.length === 0)
    return { label: t('singleSignOn.states.noDomain'), color: 'orange', next: t('singleSignOn.next.domain') };
  if (required) return { label: t('singleSignOn.states.required'), color: 'green', next: null };
  if (enabled) return { label: t('singleSignOn.states.on'), color: 'green', next: null };
  const off = { label: t('singleSignOn.states.off'), color: 'gray' };
  if (!isComplete(connection)) return { ...off, next: t('singleSignOn.next.enter') };
  if (domains.length === 0) return { ...off, next: t('singleSignOn.next.domains') };
  return { ...off, next: t(testedAt ? 'singleSignOn.next.turnOn' : 'singleSignOn.next.test') };
}

const warnDays = 30;

type Expiry = { notAfter: string; state: 'fine' | 'soon' | 'past' };

/** How long a certificate has left. An expired one still verifies: the identity provider decides when to change it. */
export function expiryOf(notAfter: string, now: number): Expiry {
  const left = new Date(notAfter).getTime() - now;
  return { notAfter, state: left <= 0 ? 'past' : left < warnDays * 86_400_000 ? 'soon' : 'fine' };
}
