import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../shell/app-route.ts';

const within = { getParentRoute: () => appRoute };

export const organizationRoutes = [
  createRoute({
    ...within,
    path: '/organization',
    component: lazyRouteComponent(() => import('./organization-page.tsx'), 'OrganizationPage'),
  }),
  createRoute({
    ...within,
    path: '/organization/branding',
    component: lazyRouteComponent(() => import('./branding-page.tsx'), 'BrandingPage'),
  }),
  createRoute({
    ...within,
    path: '/organization/members',
    component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage'),
  }),
  createRoute({
    ...within,
    path: '/organization/invites',
    component: lazyRouteComponent(() => import('./invites-page.tsx'), 'InvitesPage'),
  }),
  createRoute({
    ...within,
    path: '/organization/keys',
    component: lazyRouteComponent(() => import('../organization-keys/keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    ...within,
    path: '/organization/directory',
    component: lazyRouteComponent(() => import('../directory/directory-page.tsx'), 'DirectoryPage'),
  }),
  createRoute({
    ...within,
    path: '/organization/policy',
    component: lazyRouteComponent(() => import('./policy-page.tsx'), 'PolicyPage'),
  }),
  createRoute({
    ...within,
    path: '/organization/roles',
    component: lazyRouteComponent(() => import('../team-roles/own-roles-page.tsx'), 'OwnRolesPage'),
  }),
  createRoute({
    ...within,
    path: '/organization/sso',
    component: lazyRouteComponent(
      () => import('../single-sign-on/single-sign-on-page.tsx'),
      'SingleSignOnPage',
    ),
  }),
  createRoute({
    ...within,
    path: '/organization/webhooks',
    component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    ...within,
    path: '/organization/destinations',
    component: lazyRouteComponent(() => import('./destinations-page.tsx'), 'DestinationsPage'),
  }),
] as const;
