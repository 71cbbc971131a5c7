import type { Connection } from '@latchkey/contract';
import { Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useAct } from '../api.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';

type Props = { opened: boolean; onClose: () => void; onMade: (connection: Connection) => void };

export function CreateDialog({ opened, onClose, onMade }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add an identity provider">
      <CreateForm onClose={onClose} onMade={onMade} />
    </Modal>
  );
}

function CreateForm({ onClose, onMade }: Omit<Props, 'opened'>) {
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
          label="Name"
          description="Only you and other administrators see it."
          placeholder="Okta"
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Radio.Group
          label="Protocol"
          description="You can't change it later. Every large identity provider has both."
          {...form.getInputProps('kind')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="saml"
              label="SAML 2.0"
              description="The usual choice for Okta, Entra ID and Google Workspace."
            />
            <Radio
              value="oidc"
              label="OpenID Connect"
              description="Needs a client ID and a client secret instead of certificates."
            />
          </Stack>
        </Radio.Group>
        <ErrorNote error={form.failure} />
        <FormButtons label="Add" submitting={form.submitting} onCancel={onClose} />
      </Stack>
    </form>
  );
}
