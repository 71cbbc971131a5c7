import { type Output, upgradeToPasskey } from '@latchkey/sdk';
import { api } from '../client.ts';
import { passkeysWork } from '../ui/passkeys.ts';

/** A password manager decides at once. The sign-in doesn't wait for one that doesn't. */
const patienceMs = 2000;

/**
 * After a sign-in with a password, to an account without a passkey of which nothing requires two-factor: a browser that can
 * create one without a dialog may do so. Never fails.
 */
export async function tryUpgrade(answer: Output<'login'>): Promise<void> {
  if (!passkeysWork() || 'pendingToken' in answer || answer.requiresTwoFactorSetup) return;
  const signal = AbortSignal.timeout(patienceMs);
  try {
    if (!(await PublicKeyCredential.getClientCapabilities?.())?.conditionalCreate) return;
    const { twoFactorDueAt } = await api.me({}, { signal });
    if (twoFactorDueAt === undefined) await upgradeToPasskey(api, { signal });
  } catch {
    // They didn't ask for it, so they needn't know.
  }
}
