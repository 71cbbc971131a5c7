import type { Connection } from '@latchkey/contract';
import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { CopyField } from '../ui/copy-field.tsx';
import { OidcForm } from './oidc-form.tsx';
import { oidcWords, type ProviderName, providerOf, providers, samlWords } from './provider-words.ts';
import { SamlForm } from './saml-form.tsx';

type Props = { connection: Connection; mayChange: boolean };

/** What goes from here to the identity provider, and what comes back from it, under the names it uses. */
export function SetupTab({ connection, mayChange }: Props) {
  const [provider, setProvider] = useState<ProviderName>(providerOf(connection.name));
  const label = providers.find(({ value }) => value === provider)?.label;
  const place = provider === 'other' ? 'your identity provider' : label;
  return (
    <Stack gap="xl">
      <Stack gap="md">
        <SegmentedControl
          aria-label="Field names of"
          data={[...providers]}
          value={provider}
          onChange={(value) => setProvider(value as ProviderName)}
          fullWidth
        />
        <Stack gap={4}>
          <Title order={3} size="h4">
            1. Enter at {place}
          </Title>
          <Text size="sm" c="dimmed">
            {connection.kind === 'saml' ? samlWords[provider].hint : oidcWords[provider].hint}
          </Text>
        </Stack>
        <OurValues connection={connection} provider={provider} />
      </Stack>
      <Stack gap="md">
        <Title order={3} size="h4">
          2. Enter here what {place} gives you
        </Title>
        {connection.oidc && (
          <OidcForm
            id={connection.id}
            oidc={connection.oidc}
            words={oidcWords[provider]}
            mayChange={mayChange}
          />
        )}
        {connection.saml && (
          <SamlForm
            id={connection.id}
            saml={connection.saml}
            words={samlWords[provider]}
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
  if ('redirectUri' in serviceProvider) {
    const words = oidcWords[provider];
    return (
      <>
        <CopyField label={words.redirectUri} value={serviceProvider.redirectUri} />
        {words.loginUrl && (
          <CopyField
            label={words.loginUrl}
            value={serviceProvider.loginUrl}
            note="Optional. Starts a sign-in from a tile or bookmark."
          />
        )}
      </>
    );
  }
  const words = samlWords[provider];
  return (
    <>
      <CopyField label={words.acsUrl} value={serviceProvider.acsUrl} />
      <CopyField
        label={words.ourEntityId}
        value={serviceProvider.entityId}
        note="Our metadata is at this address, too, if you can import it."
      />
      {words.loginUrl && (
        <CopyField
          label={words.loginUrl}
          value={serviceProvider.loginUrl}
          note="Optional. Starts a sign-in from a tile or bookmark."
        />
      )}
    </>
  );
}
