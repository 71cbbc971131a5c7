import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import { guideOf } from './guides.ts';
import { usePageTitle } from './page-title.ts';

type Props = {
  title: string;
  description?: ReactNode;
  /** Buttons to the right of the heading. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The frame of every console page. */
export function Page({ title, description, actions, children }: Props) {
  const heading = usePageTitle(title);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={2} flex={1} miw={280}>
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          <Group gap="0 0.75rem">
            {description && <Text c="dimmed">{description}</Text>}
            <GuideLink />
          </Group>
        </Stack>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}

/** Guides are in English. The open page stays. */
function GuideLink() {
  const t = useT();
  const guide = guideOf(useLocation().pathname);
  if (!guide || branding.documents === false) return null;
  return (
    <Anchor href={`/docs/${guide}`} target="_blank" hrefLang="en">
      {t('page.guide')}
    </Anchor>
  );
}
