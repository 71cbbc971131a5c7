import { createRootRoute, Outlet } from '@tanstack/react-router';
import { FailurePage, NotFoundPage } from './ui/dead-ends.tsx';

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ({ error, reset }) => <FailurePage error={error} onRetry={reset} />,
});
