// Without schemas: pages that only name these don't load any.
/** What the service asks a hook about. */
export const hookPoints = ['registration.before', 'sign_in.before', 'token.claims', 'mail.send'] as const;
export type HookPoint = (typeof hookPoints)[number];

/** What it does if a hook gives no answer. */
export const hookFailures = ['deny', 'allow'] as const;

/** `atOnce`: per point and process. */
export const hookLimits = {
  timeoutMs: { least: 100, most: 5000, usual: 2000 },
  answerBytes: 16 * 1024,
  messageLength: 200,
  claimsBytes: 2048,
  atOnce: 100,
} as const;
