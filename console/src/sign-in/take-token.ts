import { type ParsedLocation, redirect } from '@tanstack/react-router';
import type {} from './use-token.ts';

/** A token that came by link leaves the address before a page is shown, and stays with this entry of the history. */
export function takeToken({ pathname, search, hash }: ParsedLocation): void {
  const { token, ...rest } = search as Record<string, string>;
  if (token === undefined) return;
  throw redirect({ to: pathname, search: rest as never, hash, state: { token }, replace: true });
}
