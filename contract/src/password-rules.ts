/** Length in UTF-8 bytes, without relying on a platform's TextEncoder. */
function utf8Length(value: string): number {
  let bytes = 0;
  for (const character of value) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** bcrypt reads only 72 bytes and would silently cut a longer password. */
const maxPasswordBytes = 72;

export const passwordRules = [
  { id: 'length', message: 'At least 8 characters.', test: (value) => [...value].length >= 8 },
  { id: 'uppercase', message: 'At least one uppercase letter.', test: (value) => /\p{Lu}/u.test(value) },
  { id: 'lowercase', message: 'At least one lowercase letter.', test: (value) => /\p{Ll}/u.test(value) },
  { id: 'digit', message: 'At least one digit.', test: (value) => /\p{Nd}/u.test(value) },
  {
    id: 'special',
    message: 'At least one special character.',
    test: (value) => /[^\p{L}\p{Nd}\s]/u.test(value),
  },
  { id: 'bytes', message: 'At most 72 bytes.', test: (value) => utf8Length(value) <= maxPasswordBytes },
] as const satisfies { id: string; message: string; test: (value: string) => boolean }[];
