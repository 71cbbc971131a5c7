import { isIP } from 'node:net';
import { asciiDomain } from '@latchkey/contract';

const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
// What stands before the name in a DNS record must fit, too.
const maxLength = 230;

/** A domain as it is stored and compared: lower case, ASCII, without the root's dot. Undefined if it isn't one. */
export function readDomainName(text: string): string | undefined {
  const name = asciiDomain(text.trim().replace(/\.$/, '')) ?? '';
  const labels = name.split('.');
  if (name.length > maxLength || labels.length < 2 || !labels.every((each) => label.test(each)))
    return undefined;
  return isIP(name) || /^\d+$/.test(labels.at(-1) ?? '') ? undefined : name;
}

/** The domain of an email address, in the same form. Undefined if it has none that could be proven. */
export function domainOf(email: string): string | undefined {
  return readDomainName(email.slice(email.lastIndexOf('@') + 1));
}

/** Whether strangers register names under this one, as under co.uk or github.io. The list is loaded when needed. */
export async function isSharedSuffix(name: string): Promise<boolean> {
  const { getPublicSuffix } = await import('tldts');
  return getPublicSuffix(name, { allowPrivateDomains: true }) === name;
}
