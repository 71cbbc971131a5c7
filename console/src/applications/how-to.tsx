import type { Application } from '@latchkey/contract';
import { Stack, Title } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { SnippetTabs } from '../ui/snippet-tabs.tsx';
import { snippetsFor } from './snippets.ts';

/** Signing people in to this application, in code. */
export default function HowTo({ application }: { application: Application }) {
  const t = useT();
  return (
    <Stack gap="sm">
      <Title order={3}>{t('applications.drawer.howTo')}</Title>
      <SnippetTabs snippets={snippetsFor({ issuer: window.location.origin, application })} />
    </Stack>
  );
}
