import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isCode } from '../client.ts';
import { loadTexts } from '../language/catalogs.ts';
import { rootRoute } from '../root-route.tsx';

/** Everything behind the sign-in. People without a session are sent to sign in, then back here. */
export const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'app',
  beforeLoad: async ({ location }) => {
    const texts = loadTexts('console');
    const { loadMe } = await import('./me.ts');
    try {
      await loadMe();
      await texts;
    } catch (error) {
      if (!isCode(error, 'UNAUTHENTICATED', 'REMEMBER_ME_REUSED')) throw error;
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { returnTo: location.href } });
    }
  },
  component: lazyRouteComponent(() => import('./shell.tsx'), 'SignedIn'),
});
