import {
  addressOf,
  createCookieClient,
  type EndpointName,
  type Input,
  LatchkeyError,
  tabOrganization,
} from '@latchkey/sdk';
import { solve } from './challenge.ts';
import { t } from './language/texts.ts';

/** The service, as pages before the sign-in call it, in no chosen organization. Pages behind it use `api.ts`. */
export const api = createCookieClient({ solveChallenge: solve });

/** The organization chosen in this tab. Pages behind the sign-in act in it. */
export const chosenOrganization = tabOrganization();

/** The URL of an endpoint, for the browser to load: `hrefOf('getPicture', {})` for an image. */
export function hrefOf<Name extends EndpointName>(
  name: Name,
  input: Pick<Input<Name>, keyof Input<Name> & ('params' | 'query')>,
): string {
  return addressOf(name, input);
}

/** The message people read about a failure. */
export function messageOf(error: unknown): string {
  if (!(error instanceof LatchkeyError)) return t('failure.page');
  // These come from the SDK, not from the service, which knows the language.
  if (error.code === 'UNREACHABLE') return t('failure.unreachable');
  if (error.code === 'TIMEOUT') return t('failure.timeout');
  if (error.code === 'UNEXPECTED_ANSWER') return t('failure.answer', { status: error.status });
  return error.message;
}

export function isCode(error: unknown, ...codes: string[]): error is LatchkeyError {
  return error instanceof LatchkeyError && codes.includes(error.code);
}

/** They were impersonating and may no longer: this call did nothing, and the next one is their own. */
export function endedImpersonation(error: unknown): boolean {
  return isCode(error, 'PERMISSION_DENIED') && error.details.impersonation === 'ended';
}

/** Filled in by other modules: every page loads this one, so it stays small. */
export const events = {
  toast: (_message: string, _kind: 'success' | 'error'): void => {},
  /** A change took something away from someone. */
  accessEnded: async (_message: string): Promise<void> => {},
  signedOut: (): void => {},
  twoFactorSetupRequired: (): void => {},
  impersonationEnded: (): void => {},
  /** A call was refused because the chosen organization may no longer be theirs. */
  organizationRefused: (): void => {},
  /** Asks people to prove who they are, for a call to this address. False: they canceled. */
  reauthenticate: async (_methods: string[], _address?: string): Promise<boolean> => false,
  /** Nothing fetched for one person may be shown to the next. */
  forget: (): void => {},
};
