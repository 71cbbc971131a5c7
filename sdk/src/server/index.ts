export { LatchkeyError } from '../error.ts';
export type { AccessTokenClaims } from './access-token.ts';
export type { Authentication, Caller } from './caller.ts';
export type { ProtectOptions } from './guard.ts';
export type { Incoming } from './incoming.ts';
export {
  type AcceptedTokens,
  createLatchkey,
  type Latchkey,
  type LatchkeyOptions,
  type TokenVerification,
} from './latchkey.ts';
export type { LocalStats } from './local/local-checks.ts';
export type { LocalOptions } from './local/local-options.ts';
export type {
  ProtectedResource,
  ProtectedResourceOptions,
  ResourceMetadata,
  ResourceRefusal,
  ResourceVerification,
} from './protected-resource.ts';
export type { KeyAnswer, KeyRequirements, VerifiedKey } from './verify-key.ts';
