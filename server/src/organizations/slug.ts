const maxLength = 60;

// Letters that do not decompose into a base and an accent.
const folded: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  þ: 'th',
  ı: 'i',
};

/** A name as part of an address: ASCII, lower case, hyphens. */
export function slugOf(name: string): string {
  const ascii = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðħłŋŧþı]/g, (letter) => folded[letter] ?? '');
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
  return slug || 'org';
}

/** The nth candidate: `acme`, `acme-2`, `acme-3`… never longer than a slug may be. */
export function slugCandidate(slug: string, nth: number): string {
  if (nth === 1) return slug;
  const suffix = `-${nth}`;
  return slug.slice(0, maxLength - suffix.length).replace(/-+$/, '') + suffix;
}
