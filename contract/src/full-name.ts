type Names = { firstName?: string | null | undefined; lastName?: string | null | undefined };

/** Chinese, Japanese and Korean names begin with the family name. One in katakana alone is a foreign name. */
const familyFirst = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u;

/** A full name in the order in which its own script writes it, in every language of a page. Empty if there is none. */
export function fullName({ firstName, lastName }: Names): string {
  const names = [firstName, lastName].filter(Boolean);
  return (familyFirst.test(names.join('')) ? names.reverse() : names).join(' ');
}

/** The names in a full name, where no one told them apart. */
export function splitName(whole: string): { firstName: string; lastName: string } {
  const [first = '', ...others] = whole.trim().split(/\s+/);
  const rest = others.join(' ');
  return rest && familyFirst.test(whole)
    ? { firstName: rest, lastName: first }
    : { firstName: first, lastName: rest };
}
