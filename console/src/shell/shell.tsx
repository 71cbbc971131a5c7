import { useT } from '../language/texts.ts';
import '@mantine/notifications/styles.layer.css';
import '../ui/components.css';
import { AppShell, Box, Burger, Container, Group, MantineThemeProvider, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { events, queryClient } from '../api.ts';
import { Brand } from '../ui/brand.tsx';
import { consoleTheme } from '../ui/console-theme.ts';
import { AnchorLink } from '../ui/link.tsx';
import { RowsSkeleton } from '../ui/rows-skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { AccountMenu } from './account-menu.tsx';
import { Banners } from './banners.tsx';
import { CommandPalette } from './command-palette.tsx';
import { ImpersonationBanner } from './impersonation-banner.tsx';
import { useMe } from './me.ts';
import { Navigation } from './navigation.tsx';
import { offerConfirmation } from './offer-confirmation.tsx';
import { OrganizationSwitcher } from './organization-switcher.tsx';
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx';
import classes from './shell.module.css';

events.toast = toast;
events.accessEnded = offerConfirmation;

export function SignedIn() {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineThemeProvider theme={consoleTheme}>
        <Shell />
      </MantineThemeProvider>
    </QueryClientProvider>
  );
}

/** The frame around every page behind the sign-in. */
function Shell() {
  const t = useT();
  const me = useMe();
  const [opened, menu] = useDisclosure(false);
  return (
    <AppShell
      header={{ height: { base: 56, sm: 0 } }}
      navbar={{ width: 240, breakpoint: 'sm', collapsed: { mobile: !opened } }}
    >
      <a className="skip-link" href="#content">
        {t('menu.skip')}
      </a>
      <Notifications position="bottom-right" notificationMaxHeight={400} />
      <ReauthenticateDialog />
      <AppShell.Header hiddenFrom="sm" px="md">
        <Group h="100%" justify="space-between">
          <Brand />
          <Burger opened={opened} onClick={menu.toggle} aria-label={t(opened ? 'menu.close' : 'menu.open')} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" className={classes.navbar}>
        <Box visibleFrom="sm" p="xs" pb="sm">
          <AnchorLink to="/" underline="never" c="inherit">
            <Brand />
          </AnchorLink>
        </Box>
        <OrganizationSwitcher me={me} />
        <CommandPalette me={me} onFollow={menu.close} />
        <Navigation me={me} onFollow={menu.close} />
        <AccountMenu me={me} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <ImpersonationBanner me={me} />
        <Container size="var(--page-width)" py={{ base: 'md', sm: 'xl' }} px={{ base: 'md', sm: 'xl' }}>
          <Stack gap="md">
            <Banners me={me} />
            <Suspense fallback={<RowsSkeleton />}>
              {/* What was typed or opened in one organization doesn't belong to another. */}
              <Outlet key={me.organization?.id ?? ''} />
            </Suspense>
          </Stack>
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}
