import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import type { Answer, Client } from './client.ts';
import type { TestService } from './service.ts';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** The part of RFC 8949 that an authenticator needs. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  const length = size < 256 ? 1 : size < 65_536 ? 2 : 4;
  const bytes = Buffer.alloc(1 + length);
  bytes.writeUInt8((major << 5) | (23 + Math.ceil(Math.log2(length)) + 1));
  bytes.writeUIntBE(size, 1, length);
  return bytes;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer) => bytes.toString('base64url');

type Held = { id: Buffer; privateKey: KeyObject; userHandle: string; counter: number };

/** How a device may misbehave. Anything left out behaves correctly. */
type Behavior = {
  origin?: string;
  rpId?: string;
  userVerified?: boolean;
  userPresent?: boolean;
  /** The use counter it reports; by default, it grows by one each time. */
  counter?: number;
  userHandle?: string | null;
  crossOrigin?: boolean;
  challenge?: string;
  type?: string;
  fmt?: string;
  synced?: boolean;
  /** Makes this one again, as only software can. */
  again?: Held | undefined;
};

/** A device that makes real passkeys and real signatures, over P-256, without a browser. */
export class Authenticator {
  readonly held: Held[] = [];
  private readonly home: { origin: string; rpId: string };
  private readonly counts: boolean;

  constructor({ config }: Pick<TestService, 'config'>, { counts = false } = {}) {
    this.home = { origin: new URL(config.baseUrl).origin, rpId: config.passkeyDomain ?? '' };
    this.counts = counts;
  }

  /** What `navigator.credentials.create()` would return. */
  create(options: { challenge: string; user: { id: string } }, behavior: Behavior = {}) {
    const privateKey =
      behavior.again?.privateKey ?? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const { x = '', y = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
    const id = behavior.again?.id ?? randomBytes(32);
    const held = { id, privateKey, userHandle: options.user.id, counter: 0 };
    this.held.push(held);
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.from([held.id.length >> 8, held.id.length & 255]);
    const attested = Buffer.concat([Buffer.alloc(16), length, held.id, cbor(key)]);
    const authData = Buffer.concat([this.data(behavior, held.counter, 0x40), attested]);
    const attestation = new Map<string, Cbor>([
      ['fmt', behavior.fmt ?? 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.answer(held, {
      clientDataJSON: this.clientData('webauthn.create', options.challenge, behavior),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal', 'hybrid'],
    });
  }

  /** What `navigator.credentials.get()` would return, with the newest passkey unless told which. */
  get(options: { challenge: string }, behavior: Behavior = {}, held = this.held.at(-1)) {
    if (!held) throw new Error('this device has no passkey');
    if (this.counts) held.counter++;
    const authData = this.data(behavior, behavior.counter ?? held.counter, 0);
    const clientDataJSON = this.clientData('webauthn.get', options.challenge, behavior);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const userHandle = behavior.userHandle === undefined ? held.userHandle : behavior.userHandle;
    return this.answer(held, {
      clientDataJSON,
      authenticatorData: base64url(authData),
      signature: base64url(sign('sha256', signed, held.privateKey)),
      ...(userHandle !== null && { userHandle }),
    });
  }

  private answer<R>({ id }: Held, response: R) {
    const text = base64url(id);
    return { id: text, rawId: text, type: 'public-key' as const, response, clientExtensionResults: {} };
  }

  private data(behavior: Behavior, counter: number, more: number): Buffer {
    const { userPresent = true, userVerified = true, synced = false } = behavior;
    const bytes = Buffer.alloc(5);
    bytes.writeUInt8((userPresent ? 1 : 0) | (userVerified ? 4 : 0) | (synced ? 0x18 : 0) | more);
    bytes.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(behavior.rpId ?? this.home.rpId), bytes]);
  }

  private clientData(type: string, challenge: string, behavior: Behavior): string {
    const { origin = this.home.origin, crossOrigin = false } = behavior;
    const data = {
      type: behavior.type ?? type,
      challenge: behavior.challenge ?? challenge,
      origin,
      crossOrigin,
    };
    return base64url(Buffer.from(JSON.stringify(data)));
  }
}

/** Adds a passkey to the account that a client is signed in to. */
export async function addPasskey(
  client: Client,
  device: Authenticator,
  { name, ...behavior }: Behavior & { name?: string } = {},
): Promise<Answer> {
  const prepared = await client.post('/api/auth/passkeys/options');
  if (prepared.status !== 200) return prepared;
  const { options, challengeToken } = prepared.body;
  const response = device.create(options, behavior);
  return client.post('/api/auth/passkeys', { response, challengeToken, ...(name && { name }) });
}

/** Signs in with a passkey, in a new browser unless one is given. */
export async function passkeyLogin(
  service: TestService,
  device: Authenticator,
  { client = service.client(), ...behavior }: Behavior & { client?: Client } = {},
): Promise<Answer & { client: Client }> {
  const { options, challengeToken } = (await client.post('/api/auth/passkeys/login/options')).body;
  const response = device.get(options, behavior);
  return { ...(await client.post('/api/auth/passkeys/login', { response, challengeToken })), client };
}

/** A session whose last proof is long ago, for routes that require a recent one. */
export async function stale(service: TestService, userId: string): Promise<void> {
  await service.sql`UPDATE sessions SET proven_at = NULL WHERE user_id = ${userId}`;
}
