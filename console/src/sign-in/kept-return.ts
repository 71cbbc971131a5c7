const key = 'latchkey-email-code-return';

/** Keeps where a sign-in by emailed link returns to: the link opens in its own tab and doesn't say. */
export function keepReturn(returnTo: string | undefined): void {
  try {
    if (returnTo) localStorage.setItem(key, returnTo);
    else localStorage.removeItem(key);
  } catch {
    // Without storage, the sign-in ends at the dashboard.
  }
}

export function keptReturn(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
