import type { Output } from './types.ts';

type Held = Pick<Output<'me'>, 'permissions' | 'organization'>;

/** Whether a caller's roles permit it: the service's, or those in the organization that the request is about. */
export function holds({ permissions, organization }: Held, permission: string): boolean {
  return permissions.includes(permission) || organization?.permissions.includes(permission) === true;
}
