const key = 'latchkey-email-code-return';

/** Where a sign-in by the emailed link leads in the end: the link opens in a tab of its own, and says nothing of it. */
export function keepReturn(returnTo: string | undefined): void {
  try {
    if (returnTo) localStorage.setItem(key, returnTo);
    else localStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing leads to the dashboard.
  }
}

export function keptReturn(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}
