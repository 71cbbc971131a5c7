import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { branding } from '../branding.ts';

let firstPage = true;

/** Names the page in the tab, and moves the focus to its heading after navigation. */
export function usePageTitle(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${branding.productName}`;
  }, [title]);
  useEffect(() => {
    const page = heading.current?.closest('main');
    // Leave the focus alone if the page has put it in its first field.
    const taken = page?.contains(document.activeElement) && document.activeElement !== page;
    if (!firstPage && !taken) heading.current?.focus({ preventScroll: true });
    firstPage = false;
  }, []);
  return heading;
}

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
        <Stack gap={4} flex={1} miw={280}>
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {description && <Text c="dimmed">{description}</Text>}
        </Stack>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
