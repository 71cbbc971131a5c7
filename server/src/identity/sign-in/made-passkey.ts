import type { NewPasskey } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { inEnglish } from '../../platform/languages/told.ts';
import type { Challenge, NewRow } from '../credentials/passkey-store.ts';
import { verifyNew } from '../credentials/webauthn.ts';
import type { OpenContext } from '../deps.ts';
import { describeDevice } from './devices.ts';

/** The makers of most synced passkeys, by the id each of them puts in. */
const makers: Record<string, string> = {
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
};

function defaultName(aaguid: string, userAgent: string): string {
  return makers[aaguid] ?? inEnglish(describeDevice(userAgent));
}

type Making = {
  response: NewPasskey;
  name?: string | null | undefined;
  userId: string;
  challenge: Challenge;
  /** A browser made it by itself, so it may not have asked for a touch. */
  isConditional?: boolean;
};

/** What to store for a passkey that was made for this challenge, on one of our pages. */
export async function madePasskey(
  { deps, origin }: OpenContext,
  { response, name, userId, challenge, isConditional = false }: Making,
): Promise<NewRow | undefined> {
  const { origins, passkeyDomain } = deps.config;
  const expectation = { origins, passkeyDomain: passkeyDomain ?? '', challenge: challenge.bytes };
  const made = await verifyNew(expectation, response, { requireUserPresence: !isConditional });
  if (!made) return undefined;
  const { credential, aaguid, credentialDeviceType, credentialBackedUp, userVerified } = made;
  return {
    id: uuidv7(),
    userId,
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (response.response.transports ?? []).filter((each) => /^[a-z-]+$/.test(each)),
    name: name || defaultName(aaguid, origin.userAgent).slice(0, 100),
    deviceType: credentialDeviceType,
    backedUp: credentialBackedUp,
    verifiesUser: userVerified,
    createdAt: origin.now,
  };
}
