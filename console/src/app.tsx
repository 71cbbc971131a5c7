import { isSignInPage } from '@latchkey/contract';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { RouterProvider, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { branding } from './branding.ts';
import { useT } from './language/texts.ts';
import { router } from './router.tsx';
import { Solving } from './ui/solving.tsx';
import { cssVariables, themeIn } from './ui/theme.ts';

/** Everything on the page. Mantine follows `<html dir>`, which changes with the language. */
export function App() {
  const t = useT();
  const isSigningIn = useRouterState({ router, select: ({ location }) => isSignInPage(location.pathname) });
  // The organization's pages end where the person is signed in.
  const accent = (isSigningIn && branding.organization?.accentColor) || branding.accentColor;
  const theme = useMemo(() => themeIn(t, accent), [t, accent]);
  return (
    <DirectionProvider>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <RouterProvider router={router} />
        <Solving />
      </MantineProvider>
    </DirectionProvider>
  );
}
