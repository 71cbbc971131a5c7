type ErrorType =
  | 'VALIDATION_ERROR'
  | 'AUTHENTICATION_ERROR'
  | 'AUTHORIZATION_ERROR'
  | 'NOT_FOUND'
  | 'SERVER_ERROR'
  | 'FORBIDDEN';

/** `NETWORK_ERROR`: no response came, or it wasn't from the service. */
export type ClientErrorType = ErrorType | 'NETWORK_ERROR';

type Facts = {
  status: number;
  type: ClientErrorType;
  code: string;
  message: string;
  details?: Record<string, unknown>;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
};

/** The service refused or didn't respond. `code` is the exact, stable reason. */
export class LatchkeyError extends Error {
  override readonly name = 'LatchkeyError';
  readonly status: number;
  readonly type: ClientErrorType;
  readonly code: string;
  readonly details: Record<string, unknown>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(facts: Facts, options?: ErrorOptions) {
    super(facts.message, options);
    this.status = facts.status;
    this.type = facts.type;
    this.code = facts.code;
    this.details = facts.details ?? {};
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

function networkError(code: string, message: string, cause?: unknown): LatchkeyError {
  return new LatchkeyError({ status: 0, type: 'NETWORK_ERROR', code, message }, { cause });
}

/** A browser doesn't tell a page whether the server is down or the page's origin isn't allowed. */
export function unreachable(cause: unknown, url: string): LatchkeyError {
  const own = globalThis.location?.origin;
  const asked = own && new URL(url, own).origin;
  const message =
    asked === own
      ? 'The service could not be reached. Check your connection and try again.'
      : `${asked} could not be reached, or does not allow ${own}. Check your connection; if the service is up, add ${own} to its ALLOWED_ORIGINS.`;
  return networkError('UNREACHABLE', message, cause);
}

export function timedOut(afterMs: number): LatchkeyError {
  const message = `The service did not answer within ${afterMs / 1000} seconds. Try again in a moment.`;
  return networkError('TIMEOUT', message);
}

/** Something between here and the service responded, such as a proxy or a captive portal. */
function unexpected({ status, headers }: Response): Facts {
  return {
    status,
    type: 'NETWORK_ERROR',
    code: 'UNEXPECTED_ANSWER',
    message: `Something between you and the service answered with status ${status}.`,
    requestId: headers.get('x-request-id') ?? undefined,
  };
}

export async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new LatchkeyError(unexpected(response), { cause });
  }
}

export async function refusalOf(response: Response): Promise<LatchkeyError> {
  const { status, headers } = response;
  const retryAfter = headers.get('retry-after');
  const seconds = retryAfter ? Number(retryAfter) : Number.NaN;
  const body = (await jsonOf(response).catch(() => undefined)) as { error?: Facts } | null | undefined;
  const facts = typeof body?.error?.code === 'string' ? { ...body.error, status } : unexpected(response);
  return new LatchkeyError({
    ...facts,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
  });
}

export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof LatchkeyError && codes.includes(error.code);
}
