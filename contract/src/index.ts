import { authEndpoints } from './auth.ts';
import { serviceEndpoints } from './service.ts';
import { userEndpoints } from './users.ts';

export * from './auth.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './fields.ts';
export * from './limits.ts';
export * from './openapi.ts';
export * from './pagination.ts';
export * from './passwords.ts';
export * from './permissions.ts';
export * from './service.ts';
export * from './users.ts';

/** Every route of the service. What is not here does not exist. */
export const endpoints = { ...authEndpoints, ...userEndpoints, ...serviceEndpoints };
