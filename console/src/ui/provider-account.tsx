import type { OAuthProvider } from '@latchkey/contract';
import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconBrandGithub, IconBrandGoogle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export const providerLooks: Record<OAuthProvider, { name: string; Icon: typeof IconBrandGithub }> = {
  google: { name: 'Google', Icon: IconBrandGoogle },
  github: { name: 'GitHub', Icon: IconBrandGithub },
};

type Props = { provider: OAuthProvider; detail: string; children?: ReactNode };

/** A provider and the account there, with its actions. */
export function ProviderAccount({ provider, detail, children }: Props) {
  const { name, Icon } = providerLooks[provider];
  return (
    <Group wrap="nowrap" gap="md">
      <ThemeIcon variant="light" color="gray" size={40} radius="md" aria-hidden>
        <Icon size={20} />
      </ThemeIcon>
      <Stack gap={0} flex={1} miw={0}>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      </Stack>
      {children}
    </Group>
  );
}
