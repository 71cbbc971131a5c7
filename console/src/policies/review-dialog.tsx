import type { Policy } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Alert, Button, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react';
import { ErrorNote } from '../ui/error-note.tsx';
import { countOf } from '../ui/words.ts';
import { reasonWords, rows } from './policy-words.ts';

type Preview = Output<'previewPolicy'> & Partial<Pick<Output<'previewOrganizationPolicy'>, 'members'>>;

type Props = {
  opened: boolean;
  onClose: () => void;
  before: Policy;
  preview: Preview | undefined;
  failure: unknown;
  saving: boolean;
  onSave: () => void;
};

/** What would apply and whom it would affect, before anything is saved. */
export function ReviewDialog({ opened, onClose, before, preview, failure, saving, onSave }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Review the policy" size="lg">
      <Stack>
        {preview && <Changes before={before} after={preview.effective} />}
        {preview && <Affected preview={preview} />}
        {preview?.locksYouOut && (
          <Alert
            color="red"
            icon={<IconAlertTriangle size={18} />}
            title="This would lock you out"
            role="alert"
          >
            Your own session doesn't meet this policy. Sign in in a way that does, or set up two-factor, then
            save it.
          </Alert>
        )}
        <ErrorNote error={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={saving} disabled={!preview || preview.locksYouOut} onClick={onSave}>
            Save policy
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Changes({ before, after }: { before: Policy; after: Policy }) {
  const changed = rows.filter(({ value }) => value(before) !== value(after));
  if (changed.length === 0) return <Text size="sm">What applies stays the same.</Text>;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Rule</Table.Th>
          <Table.Th>Now</Table.Th>
          <Table.Th>Then</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changed.map(({ label, value }) => (
          <Table.Tr key={label}>
            <Table.Td>{label}</Table.Td>
            <Table.Td>{value(before)}</Table.Td>
            <Table.Td>{value(after)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Affected({ preview: { total, members = [] } }: { preview: Preview }) {
  if (total === 0) return <Text size="sm">Everyone has what this policy asks for.</Text>;
  return (
    <Alert
      color="yellow"
      icon={<IconUsers size={18} />}
      title={`${countOf(total, 'person', 'people')} affected`}
    >
      <Text size="sm">They lack a second factor or an allowed way to sign in.</Text>
      <ScrollArea.Autosize mah={220} mt="xs">
        {members.map(({ id, email, reasons }) => (
          <Text key={id} size="sm">
            {email}: {reasons.map((reason) => reasonWords[reason]).join(', ')}
          </Text>
        ))}
      </ScrollArea.Autosize>
      {members.length > 0 && members.length < total && (
        <Text size="sm" c="dimmed">
          And {total - members.length} more.
        </Text>
      )}
    </Alert>
  );
}
