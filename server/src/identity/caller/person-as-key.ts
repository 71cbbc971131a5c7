import type { Caller, OpenContext } from './caller.ts';
import { chosenPersons, inOrganization, persons } from './caller-store.ts';
import { personOf } from './person.ts';

type Asked = {
  userId: string;
  organizationId: string | null;
  /** Stands for the credential. */
  keyId: string;
  /** An identity provider speaks for them, and only of its organization. */
  byConnection: boolean;
};

/** A person as if a READ_ONLY key of theirs called, made in this organization. Undefined once they left it or are inactive. */
export async function findPersonAsKey(
  context: OpenContext,
  { userId, organizationId, keyId, byConnection }: Asked,
): Promise<Caller | undefined> {
  const { lookups } = context.deps;
  const row = organizationId
    ? await lookups.find(chosenPersons, inOrganization(userId, organizationId))
    : await lookups.find(persons, userId);
  if (!row || row.organizationId !== organizationId) return undefined;
  const person = personOf(context, { ...row, byConnection }, { signIn: null, endsAt: null });
  return { ...person, kind: 'apiKey', keyId, keyPrefix: '', keyPermission: 'READ_ONLY', byConnection };
}
