import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import {
  IconBrandApple,
  IconBrandGithub,
  IconBrandGitlab,
  IconBrandGoogle,
  IconBrandWindows,
  IconKey,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { branding } from '../branding.ts';
import { providerName } from './provider-name.ts';

const icons: Record<string, typeof IconKey> = {
  apple: IconBrandApple,
  github: IconBrandGithub,
  gitlab: IconBrandGitlab,
  google: IconBrandGoogle,
  microsoft: IconBrandWindows,
};

/** A provider's label and icon. One that is no longer set up has the label that it would get without a setting. */
export function providerLook(provider: string) {
  const { label = providerName(provider) } = branding.providers.find(({ name }) => name === provider) ?? {};
  return { label, Icon: icons[provider] ?? IconKey };
}

type Props = { provider: string; detail: string; children?: ReactNode };

/** A provider and the account there, with its actions. */
export function ProviderAccount({ provider, detail, children }: Props) {
  const { label, Icon } = providerLook(provider);
  return (
    <Group wrap="nowrap" gap="md">
      <ThemeIcon variant="light" color="gray" size={40} radius="md" aria-hidden>
        <Icon size={20} />
      </ThemeIcon>
      <Stack gap={0} flex={1} miw={0}>
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      </Stack>
      {children}
    </Group>
  );
}
