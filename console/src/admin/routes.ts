import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { appRoute } from '../shell/app-route.ts';

const within = { getParentRoute: () => appRoute };

export const adminRoutes = [
  createRoute({
    ...within,
    path: '/admin/users',
    component: lazyRouteComponent(() => import('./users-page.tsx'), 'UsersPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/users/$id',
    component: lazyRouteComponent(() => import('./user-page.tsx'), 'UserPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/organizations/$id',
    component: lazyRouteComponent(() => import('./organization-page.tsx'), 'OneOrganizationPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/organizations',
    component: lazyRouteComponent(() => import('./organizations-page.tsx'), 'OrganizationsPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/policy',
    component: lazyRouteComponent(() => import('./policy-page.tsx'), 'PolicyPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/roles',
    component: lazyRouteComponent(() => import('./roles-page.tsx'), 'RolesPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/organization-roles',
    component: lazyRouteComponent(() => import('../team-roles/templates-page.tsx'), 'TemplatesPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/audit-logs',
    component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/emails',
    component: lazyRouteComponent(() => import('./emails-page.tsx'), 'EmailsPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/applications',
    component: lazyRouteComponent(() => import('./applications-page.tsx'), 'ApplicationsPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/webhooks',
    component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/destinations',
    component: lazyRouteComponent(() => import('./destinations-page.tsx'), 'DestinationsPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/hooks',
    component: lazyRouteComponent(() => import('../hooks/hooks-page.tsx'), 'HooksPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/checks',
    component: lazyRouteComponent(() => import('./checks-page.tsx'), 'ChecksPage'),
  }),
  createRoute({
    ...within,
    path: '/admin/settings',
    component: lazyRouteComponent(() => import('../settings/settings-page.tsx'), 'SettingsPage'),
  }),
] as const;
