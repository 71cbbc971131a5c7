import type { Connection } from '@latchkey/contract';
import { Button, FileButton, Group, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useApiForm } from '../ui/api-form.ts';
import { CertificateList } from './certificate-list.tsx';
import { certificatesIn } from './certificates-in.ts';
import type { samlWords } from './provider-words.ts';
import { SettingsError } from './settings-error.tsx';

type Source = 'url' | 'metadata' | 'fields';
type Words = (typeof samlWords)['okta'];
type Saml = NonNullable<Connection['saml']>;
type Props = { id: string; saml: Saml; words: Words; hasMetadataUrl: boolean; mayChange: boolean };

export function SamlForm({ id, saml, words, hasMetadataUrl, mayChange }: Props) {
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
          An owner hasn't entered this yet.
        </Text>
      )}
    </Stack>
  );
}

/** What is saved now. */
function Present({ saml, words }: { saml: Saml; words: Words }) {
  const facts = [
    [words.entityId, saml.entityId],
    [words.signInUrl, saml.signInUrl],
    [words.metadataUrl, saml.metadataUrl && `${saml.metadataUrl} (read every day)`],
  ].filter(([, value]) => value);
  return (
    <Stack gap="xs">
      {facts.map(([label, value]) => (
        <Text key={label} size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Text span inherit c="dimmed">
            {label}:
          </Text>{' '}
          {value}
        </Text>
      ))}
      <CertificateList certificates={saml.certificates} />
    </Stack>
  );
}

function Entry({ id, saml, words, hasMetadataUrl }: Omit<Props, 'mayChange'>) {
  const save = useAct('updateConnection', {
    invalidates: ['listConnections'],
    success: 'Settings saved.',
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
          label={saml.entityId ? 'Replace the settings' : 'How to enter them'}
          value={source}
          onChange={(value) => setSource(value as Source)}
        >
          <Group mt="xs" gap="sm lg">
            {hasMetadataUrl && <Radio value="url" label={words.metadataUrl} />}
            <Radio value="metadata" label="Metadata file or text" />
            <Radio value="fields" label="One by one" />
          </Group>
        </Radio.Group>
        {source === 'url' && hasMetadataUrl && (
          <TextInput
            label={words.metadataUrl}
            description="We read it now and every day, so new certificates arrive by themselves."
            placeholder="https://"
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
            <TextInput label={words.entityId} {...form.getInputProps('entityId')} />
            <TextInput label={words.signInUrl} placeholder="https://" {...form.getInputProps('signInUrl')} />
            <Textarea
              label={words.certificate}
              description="One to four, one below the other, so that a new one can take over."
              placeholder="-----BEGIN CERTIFICATE-----"
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
            Save settings
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function MetadataField({ value, onChange }: { value: string; onChange: (xml: string) => void }) {
  return (
    <Stack gap="xs" align="flex-start">
      <FileButton
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        onChange={async (file) => file && onChange(await file.text())}
      >
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconFileUpload size={16} />}>
            Choose file
          </Button>
        )}
      </FileButton>
      <Textarea
        label="Metadata"
        description="The file's content, or pasted XML."
        placeholder="<EntityDescriptor"
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
