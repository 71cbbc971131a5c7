import type { Connection } from '@latchkey/contract';
import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../language/texts.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { OidcForm } from './oidc-form.tsx';
import { oidcWordsOf, type ProviderName, providerNames, providerOf, samlWordsOf } from './provider-words.ts';
import { SamlForm } from './saml-form.tsx';

type Props = { connection: Connection; mayChange: boolean };

/** What goes from here to the identity provider, and what comes back from it, under the names it uses. */
export function SetupTab({ connection, mayChange }: Props) {
  const t = useT();
  const [provider, setProvider] = useState<ProviderName>(providerOf(connection.name));
  const place = provider === 'other' ? undefined : providerNames[provider];
  const options = Object.entries({ ...providerNames, other: t('singleSignOn.setup.other') });
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('singleSignOn.setup.fieldNames')}
          data={options.map(([value, label]) => ({ value, label }))}
          value={provider}
          onChange={(value) => setProvider(value as ProviderName)}
          fullWidth
        />
        <Stack gap={4}>
          <Title order={3}>
            {place ? t('singleSignOn.setup.ours', { provider: place }) : t('singleSignOn.setup.ours.other')}
          </Title>
          <Text size="sm" c="dimmed">
            {t(`singleSignOn.setup.hint.${connection.kind}.${provider}`)}
          </Text>
        </Stack>
        <OurValues connection={connection} provider={provider} />
      </Stack>
      <Stack gap="md">
        <Title order={3}>
          {place ? t('singleSignOn.setup.theirs', { provider: place }) : t('singleSignOn.setup.theirs.other')}
        </Title>
        {connection.oidc && (
          <OidcForm
            id={connection.id}
            oidc={connection.oidc}
            words={oidcWordsOf(provider)}
            mayChange={mayChange}
          />
        )}
        {connection.saml && (
          <SamlForm
            id={connection.id}
            saml={connection.saml}
            words={samlWordsOf(provider)}
            hasMetadataUrl={provider !== 'google'}
            mayChange={mayChange}
          />
        )}
      </Stack>
    </Stack>
  );
}

function OurValues({
  connection: { serviceProvider },
  provider,
}: {
  connection: Connection;
  provider: ProviderName;
}) {
  const t = useT();
  if ('redirectUri' in serviceProvider) {
    const words = oidcWordsOf(provider);
    return (
      <>
        <CopyField label={words.redirectUri} value={serviceProvider.redirectUri} />
        {words.loginUrl && (
          <CopyField
            label={words.loginUrl}
            value={serviceProvider.loginUrl}
            note={t('singleSignOn.setup.loginUrlNote')}
          />
        )}
      </>
    );
  }
  const words = samlWordsOf(provider);
  return (
    <>
      <CopyField label={words.acsUrl} value={serviceProvider.acsUrl} />
      <CopyField
        label={words.ourEntityId}
        value={serviceProvider.entityId}
        note={t('singleSignOn.setup.metadataNote')}
      />
      {words.loginUrl && (
        <CopyField
          label={words.loginUrl}
          value={serviceProvider.loginUrl}
          note={t('singleSignOn.setup.loginUrlNote')}
        />
      )}
    </>
  );
}
