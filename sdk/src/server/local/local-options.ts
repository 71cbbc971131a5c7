import { checkedOptions, type OptionRules } from '../checked-options.ts';

/** Answers from this process: see the guide "Check callers locally". */
export type LocalOptions = {
  /** A READ_ONLY API key whose owner has the permission `checks:read`, and best nothing else. */
  key: string;
  /** How long after a change an answer from before it may still be given. 250 to 10,000; 1,000 by default. */
  maxStalenessMs?: number;
  /** How many answers are kept at most. 1 to 1,000,000; 10,000 by default. */
  maxEntries?: number;
};

const orLeftOut = (is: (value: unknown) => boolean) => (value: unknown) => value === undefined || is(value);
const isWhole = (least: number, most: number) => (value: unknown) =>
  Number.isInteger(value) && Number(value) >= least && Number(value) <= most;

/** A user's key fits in a header, and an organization's is of no use here. */
const isUserKey = (value: unknown) =>
  typeof value === 'string' && /^[\w.~+/=-]+$/.test(value) && !value.startsWith('lok_');

const known: OptionRules = {
  key: { mustBe: 'an API key of a user', is: isUserKey },
  maxStalenessMs: { mustBe: 'a whole number from 250 to 10000', is: orLeftOut(isWhole(250, 10_000)) },
  maxEntries: { mustBe: 'a whole number from 1 to 1000000', is: orLeftOut(isWhole(1, 1_000_000)) },
};

/** Throws a TypeError for anything but what is described above. */
export function checkedLocalOptions(given: LocalOptions): Required<LocalOptions> {
  const { key, maxStalenessMs = 1000, maxEntries = 10_000 } = checkedOptions('local', given, known);
  if (key === undefined) throw new TypeError('local: key must be an API key of a user.');
  return { key, maxStalenessMs, maxEntries };
}
