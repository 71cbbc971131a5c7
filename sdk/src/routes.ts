import { type Endpoints, table } from './endpoints.ts';

export type EndpointName = keyof Endpoints;
export type Route = { method: string; path: string; needsCsrfToken: boolean };

export const routes = Object.fromEntries(
  Object.entries(table).map(([name, declared]) => {
    const [method = '', path = '', open] = declared.split(' ');
    return [name, { method, path, needsCsrfToken: method !== 'GET' && !open }];
  }),
) as Record<EndpointName, Route>;
