/** A number that `run.mjs` was given on the command line. */
export function flag(name: string, otherwise: number): number {
  const given = process.env[`LAB_${name.toUpperCase()}`];
  return given === undefined ? otherwise : Number(given);
}
