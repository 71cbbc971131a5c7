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

const known: Record<string, { label: string; Icon: typeof IconKey }> = {
  apple: { label: 'Apple', Icon: IconBrandApple },
  github: { label: 'GitHub', Icon: IconBrandGithub },
  gitlab: { label: 'GitLab', Icon: IconBrandGitlab },
  google: { label: 'Google', Icon: IconBrandGoogle },
  microsoft: { label: 'Microsoft', Icon: IconBrandWindows },
};

/** A provider's label and icon. One that is no longer set up has the label that it would get without a setting. */
export function providerLook(provider: string) {
  const { label = provider.charAt(0).toUpperCase() + provider.slice(1), Icon = IconKey } =
    known[provider] ?? {};
  return { label: branding.providers.find(({ name }) => name === provider)?.label ?? label, Icon };
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
