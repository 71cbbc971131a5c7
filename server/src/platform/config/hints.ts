type Given = Record<string, string | undefined>;

const quoted = /^(["'])[\s\S]*\1$/;
/** Between the user's name and the host, what ends the address or begins an escape there. */
const strayInPassword = /^[a-z+]+:\/\/[^/?#@]*:.*[/?#].*@/i;
const strayPercent = /^[a-z+]+:\/\/[^@]*%(?![0-9a-f]{2})[^@]*@/i;

const quotesKept =
  'Its quotation marks are part of the value: "docker run --env-file" and "kubectl --from-env-file" keep them. Remove them.';
const encodeIt = 'If its password has characters such as / ? # % @, write them percent-encoded (/ is %2F).';
const fromCompose = ' In the Compose sample, the password comes from POSTGRES_PASSWORD.';

/** What probably went wrong with a value that is refused. It never repeats the value. */
export function hintFor(name: string, given: Given): string {
  const value = given[name] ?? '';
  if (quoted.test(value)) return ` ${quotesKept}`;
  if (/_URL$/.test(name) && (strayInPassword.test(value) || strayPercent.test(value)))
    return ` ${encodeIt}${name === 'DATABASE_URL' ? fromCompose : ''}`;
  return '';
}
