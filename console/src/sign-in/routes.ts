import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../root-route.tsx';

const within = { getParentRoute: () => rootRoute };

type Search = Record<string, string | undefined>;
const words =
  <const Names extends readonly string[]>(...names: Names) =>
  (search: Search): { [N in Names[number]]?: string } =>
    Object.fromEntries(names.flatMap((name) => (search[name] ? [[name, search[name]]] : []))) as never;

export const signInRoutes = [
  createRoute({
    ...within,
    path: '/login',
    validateSearch: words('returnTo', 'error', 'email', 'notice'),
    component: lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage'),
  }),
] as const;
