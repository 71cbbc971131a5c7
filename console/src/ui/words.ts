import { chosenLocale } from '../language/texts.ts';

/** "1 member", "1,204 members". */
export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString(chosenLocale())} ${count === 1 ? one : several}`;
}

/** A name from the contract as people read it: `two_factor_enabled` is "Two factor enabled". */
export function inWords(name: string): string {
  const words = name.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
