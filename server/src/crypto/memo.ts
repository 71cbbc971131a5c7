import { keepRecent } from '../recent.ts';

/**
 * Remembers a pure function's results for its latest arguments: at least `most` and at most twice as many. Undefined is
 * not remembered, so guesses displace nobody's results.
 */
export function memo<T extends object | string>(
  make: (argument: string) => T | undefined,
  most = 2000,
): (argument: string) => T | undefined {
  const recent = keepRecent<T>(most);
  return (argument) => {
    const known = recent.get(argument);
    if (known !== undefined) return known;
    const made = make(argument);
    if (made !== undefined) recent.set(argument, made);
    return made;
  };
}
