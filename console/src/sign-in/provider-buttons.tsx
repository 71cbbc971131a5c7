import { Button, Divider, Stack } from '@mantine/core';
import { branding } from '../branding.ts';
import { hrefOf } from '../client.ts';
import { useT } from '../language/texts.ts';
import { providerLook } from '../ui/provider-account.tsx';

type Props = { returnTo?: string | undefined; inviteToken?: string | undefined };

/** Sign-in with a provider, if the service has one configured. */
export function ProviderButtons({ returnTo, inviteToken }: Props) {
  const t = useT();
  if (branding.providers.length === 0) return null;
  return (
    <Stack gap="sm">
      {branding.providers.map(({ name: provider }) => {
        const { label, Icon } = providerLook(provider);
        const href = hrefOf('startOAuth', { params: { provider }, query: { returnTo, inviteToken } });
        return (
          <Button key={provider} component="a" href={href} variant="default" leftSection={<Icon size={18} />}>
            {t('provider.continue', { provider: label })}
          </Button>
        );
      })}
      <Divider label={t('provider.or')} />
    </Stack>
  );
}
