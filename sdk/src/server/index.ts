export { LatchkeyError } from '../error.ts';
export type { AccessTokenClaims } from './access-token.ts';
export type { ProtectOptions } from './guard.ts';
export type { Incoming } from './incoming.ts';
export {
  type AcceptedTokens,
  type Authentication,
  type Caller,
  createLatchkey,
  type Latchkey,
  type LatchkeyOptions,
  type TokenVerification,
} from './latchkey.ts';
export type { KeyAnswer, KeyRequirements, VerifiedKey } from './verify-key.ts';
