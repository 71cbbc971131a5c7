import { type Part, parsePattern } from './pattern.ts';
import type { Messages } from './translate.ts';

/** Says what is wrong with a catalog, one line per problem. English is the measure. */
export function checkCatalog(locale: string, messages: Messages, english: Messages): string[] {
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(messages, key));
  return [
    ...missing.map((key) => `${key}: is missing`),
    ...Object.entries(messages).flatMap(([key, text]) => {
      const original = Object.hasOwn(english, key) ? english[key] : undefined;
      if (original === undefined) return [`${key}: is not an English key`];
      return checkText(locale, text, original).map((problem) => `${key}: ${problem}`);
    }),
  ];
}

function checkText(locale: string, text: string, english: string): string[] {
  const parts = readPattern(text);
  if (typeof parts === 'string') return [parts];
  const own = namesIn(parts);
  const wanted = namesIn(parsePattern(english));
  return [
    ...[...wanted].filter((name) => !own.has(name)).map((name) => `lacks {${name}}`),
    ...[...own].filter((name) => !wanted.has(name)).map((name) => `has {${name}}, which English lacks`),
    ...choicesIn(parts).flatMap((choice) => checkChoice(locale, choice)),
    ...(text.trim() === text && text !== '' ? [] : ['is empty, or begins or ends with a space']),
    ...(text.includes('\n') === english.includes('\n') ? [] : ['breaks lines unlike English']),
  ];
}

/** The names in a text that can't be filled, for texts that an operator writes. A string says why it can't be read. */
export function unknownNames(text: string, english: string): string[] | string {
  const parts = readPattern(text);
  if (typeof parts === 'string') return parts;
  const known = namesIn(parsePattern(english));
  return [...namesIn(parts)].filter((name) => !known.has(name));
}

function readPattern(text: string): Part[] | string {
  try {
    return parsePattern(text);
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}

type Argument = Exclude<Part, string>;
type Choice = Required<Argument>;

/** Every argument, including those inside the cases of another. `#` has no name. */
const argumentsIn = (parts: Part[]): Argument[] =>
  parts.flatMap((part) =>
    typeof part === 'string' || part.name === ''
      ? []
      : [part, ...Object.values(part.cases ?? {}).flatMap(argumentsIn)],
  );
const namesIn = (parts: Part[]) => new Set(argumentsIn(parts).map(({ name }) => name));
const choicesIn = (parts: Part[]) => argumentsIn(parts).filter((part): part is Choice => 'cases' in part);

/** A plural names what its language tells apart, no more and no less. Only Arabic needs `many`: others use it for millions. */
function checkChoice(locale: string, { name, kind, cases }: Choice): string[] {
  if (kind === 'select') return [];
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  const wanted = pluralCategories.filter((category) => category !== 'many' || locale === 'ar');
  const given = Object.keys(cases).filter((key) => !key.startsWith('='));
  const differs = wanted.length !== given.length || wanted.some((category) => !given.includes(category));
  return differs ? [`the plural of {${name}} names ${given.join(', ')}, not ${wanted.join(', ')}`] : [];
}
