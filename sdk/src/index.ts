export { solveChallenge } from './challenges.ts';
export { addressOf, createClient, createCookieClient } from './client.ts';
export type * from './endpoints.ts';
export { type ClientErrorType, LatchkeyError } from './error.ts';
export type { ClientOptions } from './options.ts';
export {
  canAutofillPasskeys,
  canUsePasskeys,
  finishWithPasskey,
  reauthenticateWithPasskey,
  registerPasskey,
  registerWithPasskey,
  signalPasskeys,
  signInWithPasskey,
  signInWithPasskeyAutofill,
  upgradeToPasskey,
} from './passkeys.ts';
export type { EndpointName } from './routes.ts';
export { type TabOrganization, tabOrganization } from './tab-organization.ts';
export type { CallOptions, Client, Input, Output } from './types.ts';
