import type { Reason } from '@latchkey/contract';

/** A refusal is returned as a value: thrown inside a transaction, it would undo its own audit row. */
export type Refusal<R extends Reason = Reason> = {
  refused: R;
  details?: Record<string, unknown>;
  retryAfterSeconds?: number;
  allow?: string;
  /** What a hook says, which is shown as it is. */
  message?: string;
};

export function refuse<R extends Reason>(refused: R, more: Omit<Refusal, 'refused'> = {}): Refusal<R> {
  return { refused, ...more };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
