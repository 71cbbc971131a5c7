import { Box } from '@mantine/core';
import { createRootRoute, Outlet } from '@tanstack/react-router';
import { takeToken } from './sign-in/take-token.ts';
import { FailurePage, NotFoundPage } from './ui/dead-ends.tsx';

/** Outside the shell, a dead end fills the page. */
export const rootRoute = createRootRoute({
  beforeLoad: ({ location }) => takeToken(location),
  component: Outlet,
  notFoundComponent: () => (
    <Box component="main">
      <NotFoundPage />
    </Box>
  ),
  errorComponent: ({ error, reset }) => (
    <Box component="main">
      <FailurePage error={error} onRetry={reset} />
    </Box>
  ),
});
