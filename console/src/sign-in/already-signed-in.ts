import { redirect } from '@tanstack/react-router';
import { api } from '../client.ts';
import { localPath } from './local-path.ts';

/** Those who have a session go where they were going. The readable cookie tells whether asking is worth it. */
export async function leaveIfSignedIn(returnTo: string | undefined): Promise<void> {
  if (!document.cookie.includes('csrf_token=')) return;
  const signedIn = await api.me().then(
    () => true,
    () => false,
  );
  if (signedIn) throw redirect({ href: localPath(returnTo) ?? '/' });
}
