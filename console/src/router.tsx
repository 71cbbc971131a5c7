import type { pagePaths } from '@latchkey/contract';
import { createRouter } from '@tanstack/react-router';
import { accountRoutes } from './account/routes.ts';
import { adminRoutes } from './admin/routes.ts';
import { dashboardRoutes } from './dashboard/routes.ts';
import { organizationRoutes } from './organization/routes.ts';
import { rootRoute } from './root-route.tsx';
import { parseSearch, stringifySearch } from './search-words.ts';
import { appRoute } from './shell/app-route.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { FailurePage, Waiting } from './ui/dead-ends.tsx';

const routeTree = rootRoute.addChildren([
  ...signInRoutes,
  appRoute.addChildren([...dashboardRoutes, ...accountRoutes, ...organizationRoutes, ...adminRoutes]),
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  // The navigation stays when a page fails.
  defaultErrorComponent: ({ error, reset }) => <FailurePage error={error} onRetry={reset} />,
  defaultPendingComponent: Waiting,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

type Declared = (typeof pagePaths)[number] extends infer Path
  ? Path extends `${infer Before}:${infer Name}`
    ? `${Before}$${Name}`
    : Path
  : never;
type Routed = keyof typeof router.routesByPath;
type Mismatch = Exclude<Declared, Routed> | Exclude<Routed, Declared>;

// Every page path in the contract has a route here, and vice versa; otherwise this doesn't compile.
void (true satisfies [Mismatch] extends [never] ? true : Mismatch);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** What a page that someone is sent to says, in place of its own text. A link can't carry it. */
    note?: string;
  }
}
