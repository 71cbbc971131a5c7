import { type Endpoints, table } from './endpoints.ts';

export type EndpointName = keyof Endpoints;
export type Route = { method: string; path: string; needsCsrfToken: boolean };

export const routes = Object.fromEntries(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [path = '', ...declared] = line.split(' ');
      return declared.flatMap((name, at) => {
        if (at % 2 === 0) return [];
        const [method = '', open] = (declared[at - 1] ?? '').split('!');
        return [[name, { method, path, needsCsrfToken: method !== 'GET' && open === undefined }]];
      });
    }),
) as Record<EndpointName, Route>;
