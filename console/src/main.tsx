import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { events } from './client.ts';
import { loadTexts } from './language/catalogs.ts';
import { router } from './router.tsx';

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

// The browser has asked for the texts since it read the page's head, so this rarely waits.
loadTexts('sign-in').then(
  () =>
    createRoot(place).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  () => {
    place.textContent = "This page didn't load. Reload it to try again.";
  },
);
