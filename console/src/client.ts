import { addressOf, createCookieClient, type EndpointName, type Input, LatchkeyError } from '@latchkey/sdk';

/** The service, as the pages before the sign-in call it. Those behind it go through `api.ts`. */
export const api = createCookieClient();

/** Where a browser finds an endpoint by itself: `hrefOf('getPicture', {})` for an image. */
export function hrefOf<Name extends EndpointName>(
  name: Name,
  input: Pick<Input<Name>, keyof Input<Name> & ('params' | 'query')>,
): string {
  return addressOf(name, input);
}

/** What a person reads about any failure. */
export function messageOf(error: unknown): string {
  if (error instanceof LatchkeyError) return error.message;
  return 'Something went wrong on this page. Reload it and try again.';
}

export function isCode(error: unknown, ...codes: string[]): error is LatchkeyError {
  return error instanceof LatchkeyError && codes.includes(error.code);
}

/** Filled in by the parts that know how: this module is loaded by every page and stays small. */
export const events = {
  toast: (_message: string, _kind: 'success' | 'error'): void => {},
  signedOut: (): void => {},
  twoFactorSetupRequired: (): void => {},
  /** Asks for a proof of who one is. False: they thought better of it. */
  reauthenticate: async (_methods: string[]): Promise<boolean> => false,
  /** Nothing that was fetched for one person may be shown to the next. */
  forget: (): void => {},
};
