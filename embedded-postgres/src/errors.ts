/** A problem with the embedded database that a person has to fix. The message is one plain line. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** Another running process holds the folder. */
export class FolderInUseError extends EmbeddedPostgresError {
  /** A command holds it, and will finish soon. */
  readonly briefly: boolean;
  constructor(message: string, briefly: boolean) {
    super(message);
    this.briefly = briefly;
  }
}

/** The system error code of a failed call ('ENOENT', …). */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Waits for `work`, and returns `fallback` if it fails with one of `codes`. Other failures pass through. */
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
