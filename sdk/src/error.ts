import type { ErrorBody, ErrorType } from '@latchkey/contract';

/** `NETWORK_ERROR`: no answer came, or one that is not the service's. */
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

/** A refusal of the service, or its silence. `code` is the exact, stable reason. */
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

export function unreachable(cause: unknown): LatchkeyError {
  const message = 'The service could not be reached. Check your connection and try again.';
  return new LatchkeyError({ status: 0, type: 'NETWORK_ERROR', code: 'UNREACHABLE', message }, { cause });
}

export async function refusalOf(response: Response): Promise<LatchkeyError> {
  const { status, headers } = response;
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(retryAfter) ? retryAfter : undefined;
  const text = await response.text();
  const error = errorIn(text);
  if (error) return new LatchkeyError({ ...error, status, retryAfterSeconds });
  return new LatchkeyError({
    status,
    type: 'NETWORK_ERROR',
    code: 'UNEXPECTED_ANSWER',
    message: `Something between you and the service answered with status ${status}.`,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds,
  });
}

/** A proxy in between may answer with a page of its own. */
function errorIn(text: string): ErrorBody['error'] | undefined {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    return typeof body?.error?.code === 'string' ? body.error : undefined;
  } catch {
    return undefined;
  }
}
