import { Email } from '@latchkey/contract';
import { attributeOf, childrenNamed, textOf } from './xml.ts';

/** The names of a connection's attributes; null means the usual ones. */
export type AttributeNames = {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  groups: string | null;
};

/** What an assertion says about a person. */
export type Person = {
  /** An address in lower case; any other value as it is. */
  nameId: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  /** Null if the identity provider left them out because there are too many. */
  groups: string[] | null;
  /** All that was sent, by name. */
  attributes: Record<string, string[]>;
};

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';
/** What the usual providers call them: the plain name, or Entra's claim. */
const usualNames: Record<keyof AttributeNames, readonly string[]> = {
  email: ['email', `${claims}/emailaddress`],
  firstName: ['firstName', `${claims}/givenname`],
  lastName: ['lastName', `${claims}/surname`],
  groups: ['groups', 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'],
};
/** Entra sends this instead of more than 150 groups. */
const overage = 'http://schemas.microsoft.com/claims/groups.link';

export function readPerson(assertion: Element, sentNameId: string, names: AttributeNames): Person {
  const attributes = readAttributes(assertion);
  const find = (field: keyof AttributeNames) => {
    const own = names[field];
    const candidates = own === null ? usualNames[field] : [own];
    return candidates.map((name) => attributes.get(name)).find((values) => values?.length);
  };
  const nameIdAddress = Email.safeParse(sentNameId).data;
  const sentEmail = find('email')?.[0] ?? (names.email === null ? nameIdAddress : undefined);
  return {
    nameId: nameIdAddress ?? sentNameId,
    email: Email.safeParse(sentEmail).data ?? null,
    firstName: find('firstName')?.[0] ?? null,
    lastName: find('lastName')?.[0] ?? null,
    groups: find('groups') ?? (attributes.has(overage) ? null : []),
    attributes: Object.fromEntries(attributes),
  };
}

function readAttributes(assertion: Element): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const statement of childrenNamed(assertion, 'assertion', 'AttributeStatement')) {
    for (const attribute of childrenNamed(statement, 'assertion', 'Attribute')) {
      const name = attributeOf(attribute, 'Name');
      if (name === null) continue;
      const values = childrenNamed(attribute, 'assertion', 'AttributeValue').map(textOf);
      found.set(name, [...(found.get(name) ?? []), ...values.filter((value) => value !== null)]);
    }
  }
  return found;
}
