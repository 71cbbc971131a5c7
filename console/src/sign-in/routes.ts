import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../root-route.tsx';
import { words } from '../search-words.ts';
import { leaveIfSignedIn } from './already-signed-in.ts';
import { isFresh } from './fresh.ts';
import { LoginPage } from './login-page.tsx';
import { onward } from './return-address.ts';

const within = { getParentRoute: () => rootRoute };

export const signInRoutes = [
  createRoute({
    ...within,
    path: '/login',
    validateSearch: words('returnTo', 'error', 'email', 'prompt'),
    async beforeLoad({ search }: { search: { error?: string; prompt?: string; returnTo?: string } }) {
      // An application may require someone who is signed in to prove who they are again.
      if (search.error || search.prompt === 'login') return;
      await leaveIfSignedIn(search.returnTo);
      if (await isFresh()) throw redirect({ to: '/setup', search: onward(search.returnTo) });
    },
    // Not lazy: with the page and its imports in the entry itself, the script is 5% smaller than with shared chunks.
    component: LoginPage,
  }),
  createRoute({
    ...within,
    path: '/setup',
    validateSearch: words('returnTo'),
    async beforeLoad({ search }: { search: { returnTo?: string } }) {
      if (!(await isFresh())) throw redirect({ to: '/login', search: onward(search.returnTo) });
    },
    component: lazyRouteComponent(() => import('./setup-page.tsx'), 'SetupPage'),
  }),
  createRoute({
    ...within,
    path: '/register',
    validateSearch: words('invite', 'returnTo'),
    component: lazyRouteComponent(() => import('./register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    ...within,
    path: '/auth/two-factor',
    validateSearch: words('token', 'returnTo'),
    component: lazyRouteComponent(() => import('./two-factor-page.tsx'), 'TwoFactorPage'),
  }),
  createRoute({
    ...within,
    path: '/forgot-password',
    validateSearch: words('email'),
    component: lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    ...within,
    path: '/reset-password',
    validateSearch: words('token'),
    component: lazyRouteComponent(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  createRoute({
    ...within,
    path: '/verify-email',
    validateSearch: words('token'),
    component: lazyRouteComponent(() => import('./verify-email-page.tsx'), 'VerifyEmailPage'),
  }),
  createRoute({
    ...within,
    path: '/undo-email-change',
    validateSearch: words('token'),
    component: lazyRouteComponent(() => import('./undo-email-change-page.tsx'), 'UndoEmailChangePage'),
  }),
  createRoute({
    ...within,
    path: '/cancel-deletion',
    validateSearch: words('token'),
    component: lazyRouteComponent(() => import('./cancel-deletion-page.tsx'), 'CancelDeletionPage'),
  }),
  createRoute({
    ...within,
    path: '/email-code',
    validateSearch: words('token', 'email', 'returnTo'),
    component: lazyRouteComponent(() => import('./email-code-page.tsx'), 'EmailCodePage'),
  }),
  createRoute({
    ...within,
    path: '/sso',
    validateSearch: words('email', 'returnTo'),
    component: lazyRouteComponent(() => import('./sso-page.tsx'), 'SsoPage'),
  }),
  createRoute({
    ...within,
    path: '/request-unlock',
    validateSearch: words('email'),
    component: lazyRouteComponent(() => import('./request-unlock-page.tsx'), 'RequestUnlockPage'),
  }),
  createRoute({
    ...within,
    path: '/unlock-account',
    validateSearch: words('token'),
    component: lazyRouteComponent(() => import('./unlock-account-page.tsx'), 'UnlockAccountPage'),
  }),
  createRoute({
    ...within,
    path: '/invite/$token',
    validateSearch: words('returnTo'),
    component: lazyRouteComponent(() => import('./invite-page.tsx'), 'InvitePage'),
  }),
  createRoute({
    ...within,
    path: '/consent',
    validateSearch: words('request'),
    component: lazyRouteComponent(() => import('./consent-page.tsx'), 'ConsentPage'),
  }),
  createRoute({
    ...within,
    path: '/device',
    validateSearch: words('user_code'),
    component: lazyRouteComponent(() => import('./device-page.tsx'), 'DevicePage'),
  }),
  createRoute({
    ...within,
    path: '/signed-out',
    validateSearch: words('request'),
    component: lazyRouteComponent(() => import('./signed-out-page.tsx'), 'SignedOutPage'),
  }),
  createRoute({
    ...within,
    path: '/auth/oauth/link',
    validateSearch: words('token', 'returnTo'),
    component: lazyRouteComponent(() => import('./oauth-link-page.tsx'), 'OAuthLinkPage'),
  }),
  createRoute({
    ...within,
    path: '/auth/oauth/complete',
    validateSearch: words('token', 'returnTo'),
    component: lazyRouteComponent(() => import('./oauth-complete-page.tsx'), 'OAuthCompletePage'),
  }),
] as const;
