import type { NewPasskey, PasskeyAssertion } from '@latchkey/contract';
import type { Config } from '../../platform/config/config.ts';

/** EdDSA, ES256, RS256: what authenticators make, best first. */
export const algorithms = [-8, -7, -257];

/** We ask for no attestation. Other formats name certificates to fetch, from any address the sender chooses. */
const formats: readonly string[] = ['none', 'packed'];

/** Takes half a second to load, so it is loaded on first use. */
const library = () => import('@simplewebauthn/server');

/** Called when a browser asks for a challenge: by the time it answers, everything is loaded. */
export function warmUp(): void {
  library().catch(() => undefined);
}

type Expectation = Pick<Config, 'origins'> & { passkeyDomain: string; challenge: Buffer };

/** Undefined for a response that is wrong in any way. */
export async function verifyNew(
  expectation: Expectation,
  response: NewPasskey,
  { requireUserPresence }: { requireUserPresence: boolean },
) {
  if (!isOwnPage(expectation, response.response.clientDataJSON)) return undefined;
  const { verifyRegistrationResponse } = await library();
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  try {
    const attestation = isoBase64URL.toBuffer(response.response.attestationObject);
    if (!formats.includes(decodeAttestationObject(attestation).get('fmt'))) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected(expectation),
      response: { ...response, clientExtensionResults: {} } as never,
      requireUserPresence,
      requireUserVerification: false,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo;
  } catch {
    return undefined;
  }
}

type StoredPasskey = { credentialId: Buffer; publicKey: Buffer };

/** The same for the use of a passkey. The update that records the use judges its counter. */
export async function verifyUse(
  expectation: Expectation,
  response: PasskeyAssertion,
  { credentialId, publicKey }: StoredPasskey,
  requireUserVerification: boolean,
) {
  if (!isOwnPage(expectation, response.response.clientDataJSON)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(expectation),
      response: { ...response, clientExtensionResults: {} } as never,
      credential: {
        id: credentialId.toString('base64url'),
        publicKey: Uint8Array.from(publicKey),
        counter: 0,
      },
      requireUserVerification,
    });
    return verified ? authenticationInfo : undefined;
  } catch {
    return undefined;
  }
}

function expected({ origins, passkeyDomain, challenge }: Expectation) {
  return {
    expectedChallenge: challenge.toString('base64url'),
    expectedOrigin: [...origins],
    expectedRPID: passkeyDomain,
  };
}

/** Refuses a response from a page inside another site's frame. */
function isOwnPage({ origins }: Expectation, clientDataJSON: string): boolean {
  try {
    const { origin, crossOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return origins.includes(origin) && crossOrigin !== true;
  } catch {
    return false;
  }
}
