import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.css';
import './ui/base.css';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { events } from './client.ts';
import { router } from './router.tsx';
import { cssVariables, theme } from './ui/theme.ts';

events.signedOut = () => {
  const { href, pathname } = router.state.location;
  if (pathname === '/login') return;
  void router.navigate({ to: '/login', search: { returnTo: href } }).then(events.forget);
};
events.twoFactorSetupRequired = () => {
  void router.navigate({ to: '/profile/security' });
};
events.impersonationEnded = () => {
  void import('./shell/change-person.ts').then(({ leaveEnded }) =>
    leaveEnded(() => router.navigate({ to: '/' })),
  );
};
events.organizationRefused = () => {
  void import('./shell/choose-organization.ts').then(({ leaveIfLost }) => leaveIfLost());
};

const place = document.getElementById('root');
if (!place) throw new Error('the page has no #root');

createRoot(place).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router} />
    </MantineProvider>
  </StrictMode>,
);
