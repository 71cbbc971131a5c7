import type { Connection } from '@latchkey/contract';
import { Button, FileButton, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { CertificateList } from './certificate-list.tsx';
import { certificatesIn } from './certificates-in.ts';
import type { SamlWords } from './provider-words.ts';
import { SettingsError } from './settings-error.tsx';

type Source = 'url' | 'metadata' | 'fields';
type Saml = NonNullable<Connection['saml']>;
type Props = { id: string; saml: Saml; words: SamlWords; hasMetadataUrl: boolean; mayChange: boolean };

export function SamlForm({ id, saml, words, hasMetadataUrl, mayChange }: Props) {
  const t = useT();
  return (
    <Stack>
      {saml.entityId && <Present saml={saml} words={words} />}
      {/* What was saved replaces what was typed. */}
      {mayChange && (
        <Entry
          key={`${saml.entityId} ${saml.signInUrl} ${saml.metadataUrl}`}
          id={id}
          saml={saml}
          words={words}
          hasMetadataUrl={hasMetadataUrl}
        />
      )}
      {!saml.entityId && !mayChange && (
        <Text size="sm" c="dimmed">
          {t('singleSignOn.saml.missing')}
        </Text>
      )}
    </Stack>
  );
}

/** What is saved now. */
function Present({ saml, words }: { saml: Saml; words: SamlWords }) {
  const t = useT();
  const facts = [
    [words.entityId, saml.entityId],
    [words.signInUrl, saml.signInUrl],
    [words.metadataUrl, saml.metadataUrl && t('singleSignOn.saml.readDaily', { address: saml.metadataUrl })],
  ].filter(([, value]) => value);
  return (
    <Stack gap="xs">
      {facts.map(([label, value]) => (
        <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t.rich('singleSignOn.saml.fact', {
            field: (
              <Text span inherit c="dimmed">
                {label}
              </Text>
            ),
            value,
          })}
        </Text>
      ))}
      <CertificateList certificates={saml.certificates} />
    </Stack>
  );
}

function Entry({ id, saml, words, hasMetadataUrl }: Omit<Props, 'mayChange'>) {
  const t = useT();
  const save = useAct('updateConnection', {
    invalidates: ['listConnections'],
    success: t('singleSignOn.setup.saved'),
    quiet: true,
  });
  const [chosen, setSource] = useState<Source>();
  const source = chosen ?? (hasMetadataUrl ? 'url' : 'metadata');
  const form = useApiForm({
    initialValues: {
      metadataUrl: saml.metadataUrl ?? '',
      metadata: '',
      entityId: saml.entityId ?? '',
      signInUrl: saml.signInUrl ?? '',
      certificates: saml.certificates.map(({ pem }) => pem.trim()).join('\n'),
    },
  });
  const submit = form.submit(({ metadataUrl, metadata, entityId, signInUrl, certificates }) => {
    const bodies = {
      url: { metadataUrl: metadataUrl.trim() },
      metadata: { metadata },
      fields: {
        entityId: entityId.trim(),
        signInUrl: signInUrl.trim(),
        certificates: certificatesIn(certificates),
      },
    };
    return save.mutateAsync({ params: { id }, body: { saml: bodies[source] } });
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        <Radio.Group
          label={saml.entityId ? t('singleSignOn.saml.source.replace') : t('singleSignOn.saml.source')}
          value={source}
          onChange={(value) => setSource(value as Source)}
        >
          <Group mt="xs" gap="lg">
            {hasMetadataUrl && <Radio value="url" label={words.metadataUrl} />}
            <Radio value="metadata" label={t('singleSignOn.saml.source.metadata')} />
            <Radio value="fields" label={t('singleSignOn.saml.source.fields')} />
          </Group>
        </Radio.Group>
        {source === 'url' && hasMetadataUrl && (
          <TextInput
            label={words.metadataUrl}
            description={t('singleSignOn.saml.urlNote')}
            placeholder="https://"
            dir="ltr"
            {...form.getInputProps('metadataUrl')}
          />
        )}
        {source === 'metadata' && (
          <MetadataField
            value={form.values.metadata}
            onChange={(metadata) => form.setFieldValue('metadata', metadata)}
          />
        )}
        {source === 'fields' && (
          <>
            <TextInput label={words.entityId} dir="ltr" {...form.getInputProps('entityId')} />
            <TextInput
              label={words.signInUrl}
              placeholder="https://"
              dir="ltr"
              {...form.getInputProps('signInUrl')}
            />
            <Textarea
              label={words.certificate}
              description={t('singleSignOn.saml.certificates.note')}
              placeholder="-----BEGIN CERTIFICATE-----"
              dir="ltr"
              autosize
              minRows={4}
              maxRows={12}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              {...form.getInputProps('certificates')}
            />
          </>
        )}
        <SettingsError error={form.failure} />
        <Group>
          <Button type="submit" loading={form.submitting}>
            {t('singleSignOn.setup.saveSettings')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function MetadataField({ value, onChange }: { value: string; onChange: (xml: string) => void }) {
  const t = useT();
  return (
    <Stack gap="xs" align="flex-start">
      <FileButton
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        onChange={async (file) => file && onChange(await file.text())}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileUpload size={16} />}>
            {t('singleSignOn.saml.chooseFile')}
          </Button>
        )}
      </FileButton>
      <Textarea
        label={t('singleSignOn.saml.metadata')}
        description={t('singleSignOn.saml.metadata.note')}
        placeholder="<EntityDescriptor"
        dir="ltr"
        autosize
        minRows={4}
        maxRows={12}
        w="100%"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Stack>
  );
}
