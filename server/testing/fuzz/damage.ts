import type { Filled } from '../matrix/requests.ts';

/** A request as it is sent. */
export type Parcel = {
  path: string;
  raw?: string | Uint8Array;
  headers: Record<string, string>;
  csrf?: false;
};

/** Numbers from 0 up to 1, the same for the same seed. */
export function diceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const oneOf = <T>(dice: () => number, choices: readonly T[]): T =>
  choices[Math.floor(dice() * choices.length)] as T;

export function parcelOf({ path, body, raw }: Filled): Parcel {
  if (raw) return { path, raw, headers: { 'content-type': 'image/gif' } };
  if (!body) return { path, headers: {} };
  return { path, raw: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

const odd = [null, '', [], {}, 0, -1, 1e308, true, 'x'.repeat(3000), '\0', '\ud800', '😀', { $ne: null }];

/** A valid request with one thing wrong. */
export function damaged(filled: Filled, dice: () => number): Parcel {
  const parcel = parcelOf(filled);
  const { body } = filled;
  const field = body && oneOf(dice, Object.keys(body));
  const changed = (more: object) => ({ ...parcel, raw: JSON.stringify({ ...body, ...more }) });
  const damages: (() => Parcel)[] = [
    () => ({ ...parcel, csrf: false }),
    () => ({ ...parcel, headers: { ...parcel.headers, origin: 'https://evil.example' } }),
    () => ({ ...parcel, headers: { ...parcel.headers, 'content-type': oneOf(dice, types) } }),
    () => ({ ...parcel, headers: { ...parcel.headers, 'x-csrf-token': 'nonsense' } }),
    () => ({ ...parcel, path: parcel.path.replace(/[\da-f]{4}(?=[^/]*$)/, 'zzzz') }),
  ];
  if (typeof parcel.raw === 'string' && body)
    damages.push(
      () => ({ ...parcel, raw: String(parcel.raw).slice(0, -1) }),
      () => changed({ unknown: true, __proto__: { role: 'ADMIN' } }),
      () => changed(field ? { [field]: undefined } : {}),
      ...odd.map((value) => () => changed(field ? { [field]: value } : {})),
    );
  return oneOf(dice, damages)();
}

const types = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  '',
];
