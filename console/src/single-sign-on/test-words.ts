import type { Connection, ConnectionTest } from '@latchkey/contract';
import { t } from '../language/texts.ts';

type Explained = { what: string; todo: string };

const reasons = ['sso_denied', 'sso_failed', 'sso_unavailable'] as const;

/** What went wrong in a test, and what to change. Undefined: it passed. */
export function explain(
  test: Pick<ConnectionTest, 'passed' | 'reason' | 'email' | 'received'>,
  { domains }: Pick<Connection, 'domains'>,
): Explained | undefined {
  if (test.passed) return undefined;
  if (test.reason === 'sso_email_not_allowed') return aboutAddress(test.email, domains, test.received);
  const reason = reasons.find((one) => one === test.reason) ?? 'other';
  const { fault } = test.received;
  return {
    // Faults of a message say what to change themselves.
    what: typeof fault === 'string' ? fault : t(`singleSignOn.test.what.${reason}`),
    todo: t(`singleSignOn.test.todo.${reason}`),
  };
}

function aboutAddress(
  email: string | null,
  domains: readonly string[],
  received: Record<string, unknown>,
): Explained {
  const claims = received.claims as { email?: unknown; email_verified?: unknown } | undefined;
  if (String(claims?.email_verified) === 'false') {
    const named = claims?.email ?? undefined;
    return {
      what:
        named === undefined
          ? t('singleSignOn.test.what.unverifiedUnnamed')
          : t('singleSignOn.test.what.unverified', { email: String(named) }),
      todo: t('singleSignOn.test.todo.unverified'),
    };
  }
  if (email === null)
    return { what: t('singleSignOn.test.what.noAddress'), todo: t('singleSignOn.test.todo.noAddress') };
  if (domains.length === 0)
    return {
      what: t('singleSignOn.test.what.noDomain', { email }),
      todo: t('singleSignOn.test.todo.noDomain'),
    };
  return {
    what: t('singleSignOn.test.what.otherDomain', { email, domains: domains.join(', ') }),
    todo: t('singleSignOn.test.todo.otherDomain'),
  };
}
