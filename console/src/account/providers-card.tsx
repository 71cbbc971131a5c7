import { Button, Card, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { hrefOf } from '../client.ts';
import { useMe } from '../shell/me.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ProviderAccount, providerLook } from '../ui/provider-account.tsx';

/** Shown only if there is a provider to link. */
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
          const { label } = providerLook(provider);
          const detail = account ? (account.email ?? 'Linked') : 'Not linked';
          return (
            <ProviderAccount key={provider} provider={provider} detail={detail}>
              {account ? (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Unlink ${label}`}
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
                  aria-label={`Link ${label}`}
                  href={hrefOf('startOAuth', {
                    params: { provider },
                    query: { link: 'true', returnTo: '/profile/security' },
                  })}
                >
                  Link
                </Button>
              )}
            </ProviderAccount>
          );
        })}
      </Stack>
    </Card>
  );
}
