import type { Refusal } from '../../platform/refusal.ts';

/** The organization that a request names, as it was sent. Undefined: none, so it is about the default. */
export type Choice = string | undefined;
export type NotTheirs = Refusal<'NO_ORGANIZATION'>;

const idPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

/** Undefined if there is none, or if it can't be one. */
export function idOf(choice: Choice): string | undefined {
  const id = choice?.toLowerCase();
  return id && idPattern.test(id) ? id : undefined;
}

/** Whether the row was found in another organization than the chosen one. */
export function isForeign(choice: Choice, organizationId: string | null): boolean {
  return choice !== undefined && (organizationId === null || idOf(choice) !== organizationId);
}
