import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../shell/app-route.ts';

const within = { getParentRoute: () => appRoute };

export const dashboardRoutes = [
  createRoute({
    ...within,
    path: '/',
    component: lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage'),
  }),
] as const;
