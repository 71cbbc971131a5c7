import { keepRecent } from '../recent.ts';

/**
 * Remembers what a pure function made of its latest arguments: of `most` at least and of twice as many at most. What
 * came to nothing is not remembered, so that whoever guesses displaces nobody.
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
