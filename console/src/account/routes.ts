import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { words } from '../search-words.ts';
import { appRoute } from '../shell/app-route.ts';

const within = { getParentRoute: () => appRoute };

const profilePage = lazyRouteComponent(() => import('./profile-page.tsx'), 'ProfilePage');

export const accountRoutes = [
  createRoute({ ...within, path: '/account', component: profilePage }),
  createRoute({ ...within, path: '/profile', component: profilePage }),
  createRoute({
    ...within,
    path: '/profile/security',
    validateSearch: words('returnTo'),
    component: lazyRouteComponent(() => import('./security-page.tsx'), 'SecurityPage'),
  }),
  createRoute({
    ...within,
    path: '/profile/api-keys',
    component: lazyRouteComponent(() => import('./api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    ...within,
    path: '/profile/applications',
    component: lazyRouteComponent(() => import('./applications-page.tsx'), 'ApplicationsPage'),
  }),
] as const;
