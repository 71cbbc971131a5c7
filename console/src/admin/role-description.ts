import { type Role, systemRoles } from '@latchkey/contract';
import { t } from '../language/texts.ts';

type Described = Pick<Role, 'name' | 'description' | 'isSystem' | 'createdAt' | 'updatedAt'>;

/** What an administrator wrote about a role. A system role comes with a text of ours, which isn't theirs. */
export function writtenDescription({ description, isSystem, createdAt, updatedAt }: Described): string {
  return isSystem && createdAt === updatedAt ? '' : description;
}

/** What a system role is for, in the reader's language. */
export function systemDescription({ name }: Pick<Role, 'name'>): string {
  const role = systemRoles.find((each) => name === `ROLE_${each}`);
  return role ? t(`roles.about.ROLE_${role}`) : '';
}

/** What a role is for: as written by an administrator, else in the words of the product. */
export function describeRole(role: Described): string {
  return writtenDescription(role) || (role.isSystem ? systemDescription(role) : '');
}
