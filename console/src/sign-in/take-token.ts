import { type ParsedLocation, redirect } from '@tanstack/react-router';
import type {} from './use-token.ts';

/** Moves a token from the link out of the address before a page is shown, and keeps it in this history entry. */
export function takeToken({ pathname, search, hash }: ParsedLocation): void {
  const { token, ...rest } = search as Record<string, string>;
  if (token === undefined) return;
  throw redirect({ to: pathname, search: rest as never, hash, state: { token }, replace: true });
}
