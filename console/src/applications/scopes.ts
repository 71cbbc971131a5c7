import type { OidcScope } from '@latchkey/contract';
import { branding } from '../branding.ts';

/** What an application learns or may do, worded for the person who is asked. */
const words: Record<OidcScope, string> = {
  openid: 'Know who you are',
  profile: 'See your name and username',
  email: 'See your email address',
  offline_access: "Keep this access while you're away",
  organization: 'See your organization and your role in it',
  permissions: `See what you're allowed to do in ${branding.productName}`,
};

export function scopeInWords(scope: string): string {
  return words[scope as OidcScope] ?? scope;
}
