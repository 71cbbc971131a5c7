import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRequest,
  PasskeyRequestOptions,
} from './endpoints.ts';
import { LatchkeyError } from './error.ts';
import type { Client, Input, Output } from './types.ts';

type Options = { signal?: AbortSignal };

/** Whether this browser supports passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function';
}

/** Whether it suggests passkeys by itself, in a field with `autocomplete="username webauthn"`. */
export async function canAutofillPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
}

/**
 * Signs in with a passkey that the person picks in the browser. Returns what `login` returns, and never asks for a
 * second factor. If the person cancels, it rejects with the browser's own `NotAllowedError`.
 */
export async function signInWithPasskey(
  api: Client,
  { rememberMe = false, signal }: Options & { rememberMe?: boolean } = {},
): Promise<Output<'loginWithPasskey'>> {
  const { options, challengeToken } = await api.preparePasskeyLogin({}, over(signal));
  const response = await askForPasskey(options, over(signal));
  return api.loginWithPasskey({ body: { response, challengeToken, rememberMe } });
}

/**
 * The same from the suggestions of a field with `autocomplete="username webauthn"`, for as long as the page is open:
 * abort it before asking for a passkey in any other way. Undefined if the browser doesn't make such suggestions.
 */
export async function signInWithPasskeyAutofill(
  api: Client,
  { rememberMe, signal }: Options & { rememberMe?: () => boolean } = {},
): Promise<Output<'loginWithPasskey'> | undefined> {
  if (!(await canAutofillPasskeys())) return undefined;
  for (;;) {
    const { options, challengeToken } = await api.preparePasskeyLogin({}, over(signal));
    // A challenge would expire while someone is at lunch, so replace it before that.
    const stale = AbortSignal.timeout(options.timeout * 0.9);
    const until = signal ? AbortSignal.any([signal, stale]) : stale;
    try {
      const response = await askForPasskey(options, { signal: until, autofill: true });
      return await api.loginWithPasskey({
        body: { response, challengeToken, rememberMe: rememberMe?.() ?? false },
      });
    } catch (error) {
      if (!stale.aborted || signal?.aborted) throw error;
    }
  }
}

/** Adds a passkey to the signed-in account. The first one comes with `backupCodes` if two-factor is required. */
export async function registerPasskey(
  api: Client,
  { name, signal }: Options & { name?: string } = {},
): Promise<Output<'createPasskey'>> {
  const { options, challengeToken } = await api.preparePasskey({}, over(signal));
  const response = await createPasskey(options, over(signal));
  return api.createPasskey({ body: { response, challengeToken, ...(name ? { name } : {}) } });
}

/**
 * Creates an account that has a passkey instead of a password, and signs it in: what `register` takes, without the
 * password. Where two-factor is required, it comes with `backupCodes`.
 */
export async function registerWithPasskey(
  api: Client,
  account: Omit<Input<'register'>['body'], 'password' | 'confirmPassword' | 'passkey' | 'challengeToken'>,
  { signal }: Options = {},
): Promise<Output<'register'>> {
  const { email } = account;
  const { options, challengeToken } = await api.preparePasskeyRegistration({ body: { email } }, over(signal));
  const passkey = await createPasskey(options, over(signal));
  try {
    return await api.register({ body: { ...account, passkey, challengeToken } });
  } catch (error) {
    // Nothing was created here, so the browser shouldn't offer it.
    const credential = { rpId: options.rp.id, credentialId: passkey.id };
    if (error instanceof LatchkeyError && error.status < 500)
      await PublicKeyCredential.signalUnknownCredential?.(credential).catch(() => undefined);
    throw error;
  }
}

/** Finishes a login that needs a second factor, given its response: `if ('pendingToken' in answer)`. */
export async function finishWithPasskey(
  api: Client,
  { pendingToken, passkeyOptions }: { pendingToken: string; passkeyOptions: PasskeyRequest },
  { signal }: Options = {},
): Promise<Output<'validateTwoFactor'>> {
  const { options, challengeToken } = passkeyOptions;
  const passkey = await askForPasskey(options, over(signal));
  return api.validateTwoFactor({ body: { pendingToken, passkey, challengeToken } });
}

/** Confirms that it's you, for calls that require a recent proof. */
export async function reauthenticateWithPasskey(
  api: Client,
  { signal }: Options = {},
): Promise<Output<'reauthenticate'>> {
  const { options, challengeToken } = await api.prepareReauthentication({}, over(signal));
  const passkey = await askForPasskey(options, over(signal));
  return api.reauthenticate({ body: { passkey, challengeToken } });
}

/**
 * After a sign-in with a password: lets the password manager that just filled it in create a passkey, without a dialog.
 * Undefined if the browser can't, or the account has one. If it won't, it rejects with the browser's own error; nothing needs to be shown.
 */
export async function upgradeToPasskey(
  api: Client,
  { signal }: Options = {},
): Promise<Output<'createPasskey'> | undefined> {
  const able = canUsePasskeys() ? await PublicKeyCredential.getClientCapabilities?.() : undefined;
  if (able?.conditionalCreate !== true) return undefined;
  const { options, challengeToken } = await api.preparePasskey({ body: { conditional: true } }, over(signal));
  if (options.excludeCredentials.length > 0) return undefined;
  const response = await createPasskey(options, { ...over(signal), quietly: true });
  return api.createPasskey({ body: { response, challengeToken } });
}

/**
 * Tells the browser which passkeys the account still has, so that it stops offering the others: after `deletePasskey`.
 * Does nothing where the browser can't be told.
 */
export async function signalPasskeys(api: Client, { signal: aborted }: Options = {}): Promise<void> {
  if (!canUsePasskeys() || !PublicKeyCredential.signalAllAcceptedCredentials) return;
  const { signal } = await api.listPasskeys({}, over(aborted));
  if (signal) await PublicKeyCredential.signalAllAcceptedCredentials(signal);
}

async function createPasskey(
  options: PasskeyCreationOptions,
  { signal, quietly = false }: Options & { quietly?: boolean },
): Promise<NewPasskey> {
  const { challenge, user, excludeCredentials } = options;
  const publicKey = {
    ...options,
    challenge: bytesOf(challenge),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: excludeCredentials.map(descriptorOf),
  };
  const made = await navigator.credentials.create({ publicKey, ...mediationOf(quietly), ...over(signal) });
  const { response, ...credential } = partsOf<AuthenticatorAttestationResponse>(made);
  return {
    ...credential,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  };
}

async function askForPasskey(
  options: PasskeyRequestOptions,
  { signal, autofill = false }: Options & { autofill?: boolean },
): Promise<PasskeyAssertion> {
  const { challenge, allowCredentials } = options;
  const publicKey = {
    ...options,
    challenge: bytesOf(challenge),
    allowCredentials: allowCredentials.map(descriptorOf),
  };
  const used = await navigator.credentials.get({ publicKey, ...mediationOf(autofill), ...over(signal) });
  const { response, ...credential } = partsOf<AuthenticatorAssertionResponse>(used);
  return {
    ...credential,
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      userHandle: response.userHandle && textOf(response.userHandle),
    },
  };
}

function partsOf<R extends AuthenticatorResponse>(credential: Credential | null) {
  if (!credential) throw new DOMException('No passkey was chosen.', 'NotAllowedError');
  const { id, rawId, response } = credential as PublicKeyCredential;
  return { id, rawId: textOf(rawId), type: 'public-key' as const, response: response as R };
}

function descriptorOf({ id, type, transports }: PasskeyRequestOptions['allowCredentials'][number]) {
  return { id: bytesOf(id), type, transports: transports as AuthenticatorTransport[] };
}

const mediationOf = (isConditional: boolean) => (isConditional ? { mediation: 'conditional' as const } : {});

const over = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

/** Bytes from base64url, as JSON carries them. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
}

function textOf(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
