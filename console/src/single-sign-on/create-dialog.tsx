import type { Connection } from '@latchkey/contract';
import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { kindNames } from './connection-state.ts';

type Props = { opened: boolean; onClose: () => void; onMade: (connection: Connection) => void };

export function CreateDialog({ opened, onClose, onMade }: Props) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={onClose} title={t('singleSignOn.create.title')}>
      <CreateForm onClose={onClose} onMade={onMade} />
    </Modal>
  );
}

function CreateForm({ onClose, onMade }: Omit<Props, 'opened'>) {
  const t = useT();
  const create = useAct('createConnection', {
    invalidates: ['listConnections'],
    quiet: true,
    onSuccess: ({ connection }) => {
      onClose();
      onMade(connection);
    },
  });
  const form = useApiForm<{ name: string; kind: Connection['kind'] }>({
    initialValues: { name: '', kind: 'saml' },
  });
  return (
    <form noValidate onSubmit={form.submit((body) => create.mutateAsync({ body }))}>
      <Stack>
        <TextInput
          label={t('singleSignOn.create.name')}
          description={t('singleSignOn.create.nameNote')}
          placeholder="Okta"
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Radio.Group
          label={t('singleSignOn.create.protocol')}
          description={t('singleSignOn.create.protocolNote')}
          {...form.getInputProps('kind')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="saml" label={kindNames.saml} description={t('singleSignOn.create.saml')} />
            <Radio value="oidc" label={kindNames.oidc} description={t('singleSignOn.create.oidc')} />
          </Stack>
        </Radio.Group>
        <ErrorNote error={form.failure} />
        <FormButtons
          label={t('singleSignOn.create.action')}
          submitting={form.submitting}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
