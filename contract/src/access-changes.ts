/** A line of docs/security-model.md: what of a way in a request changes, what proves the right to, and what ends then. */
export type AccessChange = {
  /** An email, a password, a factor, a provider, a key, a role: whatever lets people in. The body field, if it has rules. */
  what: string;
  /** Unless said, the access rule and the recent proof that the declaration asks for. */
  proof?: string;
  ends: string;
};

export const allSessions = 'all sessions, remembered logins, pending logins, reset links';
