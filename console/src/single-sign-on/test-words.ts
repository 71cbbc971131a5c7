import type { Connection, ConnectionTest } from '@latchkey/contract';

type Explained = { what: string; todo: string };

const explained: Record<string, Explained> = {
  sso_denied: {
    what: 'The identity provider refused the sign-in, or you canceled it.',
    todo: 'Check that you are assigned to the application there, then test again.',
  },
  sso_failed: {
    what: "We couldn't verify what the identity provider sent.",
    todo: 'Compare the values under Setup with those at the identity provider, then test again.',
  },
  sso_unavailable: {
    what: "The identity provider didn't answer.",
    todo: 'Check the issuer under Setup, and that the identity provider can be reached from the internet.',
  },
};

/** What went wrong in a test, and what to change. Undefined: it passed. */
export function explain(
  test: Pick<ConnectionTest, 'passed' | 'reason' | 'email' | 'received'>,
  { domains }: Pick<Connection, 'domains'>,
): Explained | undefined {
  if (test.passed) return undefined;
  if (test.reason === 'sso_email_not_allowed') return aboutAddress(test.email, domains, test.received);
  const known = explained[test.reason ?? ''] ?? {
    what: "The sign-in didn't work.",
    todo: 'Compare the settings on both sides, then test again.',
  };
  const { fault } = test.received;
  // Faults of a message say what to change themselves.
  return typeof fault === 'string' ? { what: fault, todo: known.todo } : known;
}

function aboutAddress(
  email: string | null,
  domains: readonly string[],
  received: Record<string, unknown>,
): Explained {
  const claims = received.claims as { email?: unknown; email_verified?: unknown } | undefined;
  if (String(claims?.email_verified) === 'false')
    return {
      what: `The identity provider says that ${String(claims?.email ?? 'the address')} isn't verified.`,
      todo: 'Verify the address there, then test again.',
    };
  if (email === null)
    return {
      what: 'The identity provider sent no email address.',
      todo: 'Let it send one, or enter the name it uses under Options. What it sent is below.',
    };
  if (domains.length === 0)
    return {
      what: `The message is right, but ${email} is in none of this connection's domains.`,
      todo: 'Choose its domain under Options, then test again.',
    };
  return {
    what: `The message is right, but ${email} isn't in ${domains.join(', ')}.`,
    todo: 'Sign in there with another account, or verify and choose the domain of this address.',
  };
}
