/** Something about the embedded database that a person has to put right; the message is one plain line. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Another living process has the folder. */
export class FolderInUseError extends EmbeddedPostgresError {
  /** A command has it, and will be done in a moment. */
  readonly briefly: boolean;
  constructor(message: string, briefly: boolean) {
    super(message);
    this.briefly = briefly;
  }
}

/** The system's code of a failed call ('ENOENT', …). */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Waits for `work`, and gives `fallback` when it failed with one of `codes`; other failures pass through. */
export async function unlessCode<T, F>(
  work: Promise<T>,
  codes: readonly string[],
  fallback: F,
): Promise<T | F> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes(errorCode(error) ?? '')) return fallback;
    throw error;
  }
}
