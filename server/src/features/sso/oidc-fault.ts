import { type Told, told } from '../../platform/languages/told.ts';
import { shortened } from './saml/fault.ts';

const aboutClient = ['invalid_client', 'unauthorized_client'];

/** Why a provider sent the browser back without a code, as its answer says. */
export function refusalIn(search: string): Told {
  const query = new URLSearchParams(search);
  return said([query.get('error'), query.get('error_description')]);
}

/**
 * What is wrong with an answer, in words that an administrator can act on. Only the library's own words: the answer may
 * hold tokens.
 */
export function oidcFault(error: unknown): Told {
  const { error: code, error_description: description } = error as Record<string, unknown>;
  if (typeof code !== 'string') {
    const cause = causeOf(error);
    return cause === null ? told('sso.answer.missing') : told('sso.answer', { cause: shortened(cause) });
  }
  if (aboutClient.includes(code)) return told('sso.client');
  return said([code, typeof description === 'string' ? description : null]);
}

/** The innermost error with a code: those without one may quote the answer. */
function causeOf(error: unknown): string | null {
  let message: string | null = null;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause) message = cause.message;
  return message;
}

const said = (words: (string | null)[]) =>
  told('sso.refused', { words: shortened(words.filter((word) => word).join(': ')) });
