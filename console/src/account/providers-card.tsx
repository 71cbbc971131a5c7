import type { OAuthProvider } from '@latchkey/contract';
import { Button, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconBrandGithub, IconBrandGoogle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { hrefOf } from '../client.ts';
import { useMe } from '../shell/me.ts';
import { ErrorNote } from '../ui/error-note.tsx';

const known = {
  google: { name: 'Google', icon: <IconBrandGoogle size={20} /> },
  github: { name: 'GitHub', icon: <IconBrandGithub size={20} /> },
} satisfies Record<OAuthProvider, unknown>;

/** Only where there is a provider to link. */
export function ProvidersCard() {
  const { impersonating } = useMe();
  const ways = useQuery(ask('listOAuthAccounts'));
  const unlink = useAct('unlinkOAuthAccount', {
    invalidates: ['listOAuthAccounts'],
    success: 'Provider unlinked.',
  });
  const accounts = ways.data?.accounts ?? [];
  const providers = [
    ...new Set([...(ways.data?.enabledProviders ?? []), ...accounts.map(({ provider }) => provider)]),
  ];
  if (providers.length === 0 && !ways.error) return null;
  return (
    <Card component="section" aria-labelledby="providers">
      <Stack>
        <Title order={2} id="providers">
          Linked providers
        </Title>
        <ErrorNote error={ways.error} onRetry={() => void ways.refetch()} />
        {providers.map((provider) => {
          const account = accounts.find((linked) => linked.provider === provider);
          const { name, icon } = known[provider];
          return (
            <Group key={provider} wrap="nowrap" gap="md">
              <ThemeIcon variant="light" color="gray" size={40} radius="md" aria-hidden>
                {icon}
              </ThemeIcon>
              <Stack gap={0} flex={1} miw={0}>
                <Text size="sm" fw={550}>
                  {name}
                </Text>
                <Text size="sm" c="dimmed" truncate>
                  {account ? (account.email ?? 'Linked') : 'Not linked'}
                </Text>
              </Stack>
              {account ? (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Unlink ${name}`}
                  loading={unlink.isPending}
                  disabled={impersonating !== null}
                  onClick={() => unlink.mutate({ params: { provider } })}
                >
                  Unlink
                </Button>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  component="a"
                  aria-label={`Link ${name}`}
                  href={hrefOf('startOAuth', {
                    params: { provider },
                    query: { link: 'true', returnTo: '/profile/security' },
                  })}
                >
                  Link
                </Button>
              )}
            </Group>
          );
        })}
      </Stack>
    </Card>
  );
}
