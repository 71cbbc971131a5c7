import { redirect } from '@tanstack/react-router';
import { api } from '../client.ts';
import { leavesConsole, onward, returnAddress } from './return-address.ts';

/** Sends people with a session where they were going. The readable cookie tells whether it's worth asking. */
export async function leaveIfSignedIn(returnTo: string | undefined): Promise<void> {
  if (!document.cookie.includes('csrf_token=')) return;
  const me = await api.me().catch(() => undefined);
  if (!me) return;
  const address = returnAddress(returnTo) ?? '/';
  // An application would only send them back here.
  if (me.requiresTwoFactorSetup) throw redirect({ to: '/profile/security', search: onward(returnTo) });
  if (!leavesConsole(address)) throw redirect({ href: address });
  window.location.replace(address);
  await new Promise(() => {});
}
