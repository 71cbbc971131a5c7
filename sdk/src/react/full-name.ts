type Names = { firstName: string | null; lastName: string | null };

/** Chinese, Japanese and Korean names begin with the family name. The service writes names by the same rule. */
const familyFirst = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}]/u;

export function fullName({ firstName, lastName }: Names): string {
  const names = [firstName, lastName].filter(Boolean);
  return (familyFirst.test(names.join('')) ? names.reverse() : names).join(' ');
}
