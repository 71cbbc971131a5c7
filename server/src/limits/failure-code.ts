/**
 * Says why a store failed in one word, such as ECONNREFUSED or WRONGPASS. Never the message: the clients put
 * commands, keys and addresses in theirs, and those carry passwords, tokens and e-mail addresses.
 */
export function failureCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  // The cause first: fetch, for one, wraps every network error in the same TypeError.
  for (const each of [error.cause, error]) {
    if (!(each instanceof Error)) continue;
    if ('code' in each && typeof each.code === 'string') return each.code;
    // Redis opens its error replies with a code in capitals.
    const code = /^[A-Z]{3,}(?= )/.exec(each.message)?.[0];
    if (code) return code;
  }
  return error.name;
}

/** An error that carries its code where `failureCode` finds it. */
export function codedError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
