/** How people confirm that it's them. */
export type Way = 'passkey' | 'password' | 'code' | 'signIn' | 'resetLink';

/** The proofs the service accepts that work on this page, easiest first. People who have none get a password by a link. */
export function waysOf(methods: readonly string[], passkeysWork: boolean): Way[] {
  if (methods.length === 0) return ['resetLink'];
  const ways: Way[] = [];
  if (passkeysWork && methods.includes('passkey')) ways.push('passkey');
  if (methods.includes('password')) ways.push('password');
  if (methods.includes('totp') || methods.includes('backup_code')) ways.push('code');
  return ways.length > 0 ? ways : ['signIn'];
}
