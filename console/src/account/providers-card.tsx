import { Button, Card, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { hrefOf } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ProviderAccount, providerLook } from '../ui/provider-account.tsx';

/** Shown only if there is a provider to link. */
export function ProvidersCard() {
  const t = useT();
  const { impersonating } = useMe();
  const ways = useQuery(ask('listOAuthAccounts'));
  const unlink = useAct('unlinkOAuthAccount', {
    invalidates: ['listOAuthAccounts'],
    success: t('account.providers.unlinked'),
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
          {t('account.providers.title')}
        </Title>
        <ErrorNote error={ways.error} onRetry={() => void ways.refetch()} />
        {providers.map((provider) => {
          const account = accounts.find((linked) => linked.provider === provider);
          const { label } = providerLook(provider);
          const detail = account
            ? (account.email ?? t('account.providers.linked'))
            : t('account.providers.notLinked');
          return (
            <ProviderAccount key={provider} provider={provider} detail={detail}>
              {account ? (
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('account.providers.unlinkFull', { provider: label })}
                  loading={unlink.isPending}
                  disabled={impersonating !== null}
                  onClick={() => unlink.mutate({ params: { provider } })}
                >
                  {t('account.providers.unlink')}
                </Button>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  component="a"
                  aria-label={t('account.providers.linkFull', { provider: label })}
                  href={hrefOf('startOAuth', {
                    params: { provider },
                    query: { link: 'true', returnTo: '/profile/security' },
                  })}
                >
                  {t('account.providers.link')}
                </Button>
              )}
            </ProviderAccount>
          );
        })}
      </Stack>
    </Card>
  );
}
