const references: Record<string, string> = {
  password: 'pwd',
  totp: 'otp',
  backup_code: 'otp',
  email_code: 'otp',
  passkey: 'hwk',
};

/** How a session was proven, in the terms of RFC 8176. What another provider asked for is not ours to tell. */
export function amrOf(methods: readonly string[]): string[] {
  const amr = [...new Set(methods.flatMap((method) => references[method] ?? []))];
  // A passkey used to sign in has verified the user too.
  return methods.length > 1 || methods[0] === 'passkey' ? [...amr, 'mfa'] : amr;
}

/** How sure that makes us, in one word. */
export function acrOf(amr: readonly string[]): string | undefined {
  return amr.includes('mfa') ? 'mfa' : amr[0];
}
