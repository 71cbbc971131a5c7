import { Box, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { branding } from '../branding.ts';
import { LanguageSelect } from '../language/language-select.tsx';
import { useT } from '../language/texts.ts';
import { SignInBrand } from '../ui/brand.tsx';
import { ColorSchemeToggle } from '../ui/color-scheme-toggle.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './layout.module.css';

type Props = {
  title: string;
  /** The title again, if it needs markup. */
  heading?: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
};

/** Names the application that waits for the sign-in. The service wrote its name into the page: nothing in the address counts. */
function Destination() {
  const t = useT();
  const waits = new URLSearchParams(location.search).get('returnTo')?.startsWith('/api/oidc/authorize?');
  if (!waits || !branding.application) return null;
  return (
    <Text c="dimmed">{t.rich('login.destination', { name: <b dir="auto">{branding.application}</b> })}</Text>
  );
}

/** The frame of the pages before the sign-in: one card with one task. */
export function SignInLayout({ title, heading, description, children, footer }: Props) {
  const ref = usePageTitle(title);
  return (
    <Center component="main" className={classes.page}>
      <Group gap={4} className={classes.choices}>
        <LanguageSelect />
        <ColorSchemeToggle />
      </Group>
      <Stack gap="lg" w="100%" maw={420}>
        <Box className={classes.brand}>
          <SignInBrand />
        </Box>
        <Paper withBorder radius="lg" p={{ base: 'lg', xs: 32 }} className={classes.card}>
          <Stack gap="lg">
            <Stack gap={4}>
              <Title order={1} ref={ref} tabIndex={-1}>
                {heading ?? title}
              </Title>
              {description && <Text c="dimmed">{description}</Text>}
              <Destination />
            </Stack>
            {children}
          </Stack>
        </Paper>
        {footer && (
          <Text size="sm" c="dimmed" ta="center" component="div">
            {footer}
          </Text>
        )}
      </Stack>
    </Center>
  );
}
