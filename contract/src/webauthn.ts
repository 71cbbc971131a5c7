import { z } from 'zod';
import { text } from './fields.ts';

/** Bytes, as WebAuthn encodes them in JSON. */
const bytes = (max: number, min = 1) => text(max, min).regex(/^[\w-]*$/, 'Must be base64url.');

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
});

/** What a browser needs to create a passkey: `PublicKeyCredentialCreationOptionsJSON`. */
const CreationOptions = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
    timeout: z.number().int(),
    excludeCredentials: z.array(Descriptor),
    authenticatorSelection: z.object({
      residentKey: z.enum(['preferred', 'required']),
      requireResidentKey: z.boolean(),
      userVerification: z.enum(['preferred', 'required']),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions' });

/** What a browser needs to use a passkey: `PublicKeyCredentialRequestOptionsJSON`. */
const RequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number().int(),
    userVerification: z.enum(['required', 'preferred']),
    allowCredentials: z.array(Descriptor).describe('Empty means any passkey for this service.'),
  })
  .meta({ id: 'PasskeyRequestOptions' });

const challengeToken = z
  .string()
  .describe("Send it back with the browser's response. Works for 10 minutes and one success.");

/** What `PublicKeyCredential.signalAllAcceptedCredentials()` takes: the browser then forgets the others. */
export const AcceptedPasskeys = z
  .object({ rpId: z.string(), userId: z.string(), allAcceptedCredentialIds: z.array(z.string()) })
  .meta({ id: 'AcceptedPasskeys' });
export type AcceptedPasskeys = z.infer<typeof AcceptedPasskeys>;

/** The document that browsers read for a page of another origin. */
export const RelatedOrigins = z.object({ origins: z.array(z.string()) });
export type RelatedOrigins = z.infer<typeof RelatedOrigins>;

/** The two parts that start a ceremony: one for the browser, one to send back with its response. */
export const PasskeyCreation = z.object({ options: CreationOptions, challengeToken });
export const PasskeyRequest = z
  .object({ options: RequestOptions, challengeToken })
  .meta({ id: 'PasskeyRequest' });
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

export const ChallengeToken = text(1000, 1);

const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') };

/** What `navigator.credentials.create()` returns, as JSON: `RegistrationResponseJSON`. */
export const NewPasskey = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8000),
      attestationObject: bytes(20_000),
      transports: z.array(text(20)).max(10).optional(),
    }),
  })
  .meta({ id: 'NewPasskey' });
export type NewPasskey = z.infer<typeof NewPasskey>;

/** What `navigator.credentials.get()` returns, as JSON: `AuthenticationResponseJSON`. */
export const PasskeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes(8000),
      authenticatorData: bytes(8000),
      signature: bytes(4000),
      // Some browsers send an empty one instead of none.
      userHandle: bytes(200, 0).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

/** For bodies that take one of several proofs. A passkey also needs its challenge token. */
export function oneProof(...names: string[]) {
  return (body: Record<string, unknown>, context: z.RefinementCtx) => {
    if (names.filter((name) => body[name] !== undefined).length !== 1)
      for (const path of names)
        context.addIssue({
          code: 'custom',
          path: [path],
          message: `Send exactly one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`,
        });
    if (body.passkey !== undefined && body.challengeToken === undefined)
      context.addIssue({ code: 'custom', path: ['challengeToken'], message: 'Required.' });
  };
}
