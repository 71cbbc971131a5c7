/** For a whole Firebase project: "Password hash parameters" in its console. */
export type FirebaseParameters = { key: string; saltSeparator: string; rounds: number; memory: number };

const short = /^\$firebase-scrypt\$([^$,=]+={0,2})\$([^$]+)$/;

/** Puts the project's parameters into a hash, so it can be checked without supplying them again. */
export function completeFirebase(hash: string, parameters: FirebaseParameters | undefined): string {
  const [, salt, key] = short.exec(hash) ?? [];
  if (!salt || !key || !parameters) return hash;
  const { rounds, memory, saltSeparator } = parameters;
  return `$firebase-scrypt$r=${rounds},m=${memory},k=${bare(parameters.key)},s=${bare(saltSeparator)}$${bare(salt)}$${bare(key)}`;
}

function bare(base64: string): string {
  return base64.replace(/=+$/, '');
}
