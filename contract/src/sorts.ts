/** A leading minus reverses the order. */
export const userSorts = [
  'createdAt',
  '-createdAt',
  'email',
  '-email',
  'lastLoginAt',
  '-lastLoginAt',
] as const;
export type UserSort = (typeof userSorts)[number];

export const organizationSorts = ['createdAt', '-createdAt', 'name', '-name'] as const;
export type OrganizationSort = (typeof organizationSorts)[number];
