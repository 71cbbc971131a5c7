import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isCode } from '../client.ts';
import { rootRoute } from '../root-route.tsx';

/** Everything behind the sign-in. Without a session, people are sent to sign in and back here afterwards. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: async ({ location }) => {
    const { loadMe } = await import('./me.ts');
    try {
      await loadMe();
    } catch (error) {
      if (!isCode(error, 'UNAUTHENTICATED', 'REMEMBER_ME_REUSED')) throw error;
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { returnTo: location.href } });
    }
  },
  component: lazyRouteComponent(() => import('./shell.tsx'), 'SignedIn'),
});
