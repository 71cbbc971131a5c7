// Repeatable randomness: a row's contents follow from its number, so nothing has to be remembered.

/** From 0 to 2³² − 1, for a number and a purpose. */
export function roll(number, purpose) {
  let x = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(purpose + 1, 0xc2b2ae35);
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** From 0 to 1. */
export const share = (number, purpose) => roll(number, purpose) / 4_294_967_296;

/** Four hex digits each: one at a time would take longer than everything else. */
const quads = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'));

/** A UUIDv7 for a time. */
export function idOf(ms, number, purpose) {
  const [high, low] = [Math.floor(ms / 65_536), Math.floor(ms) & 0xffff];
  const [a, b] = [roll(number, purpose), roll(number, purpose + 1000)];
  const time = `${quads[high >>> 16]}${quads[high & 0xffff]}-${quads[low]}`;
  return `${time}-${quads[0x7000 | (a & 0xfff)]}-${quads[0x8000 | (b & 0x3fff)]}-${quads[a >>> 16]}${quads[b >>> 16]}${quads[(a ^ b) & 0xffff]}`;
}

/** A few often, many rarely: the first in a list is picked most. */
export const favorite = (list, number, purpose) =>
  list[Math.floor(list.length * share(number, purpose) ** 1.6)];
