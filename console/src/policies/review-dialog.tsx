import type { Policy } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Alert, Button, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconUsers } from '@tabler/icons-react';
import { useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { listOf, rows } from './policy-words.ts';

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
  const t = useT();
  return (
    <Modal opened={opened} onClose={onClose} title={t('policy.review.title')} size="lg">
      <Stack>
        {preview && <Changes before={before} after={preview.effective} />}
        {preview && <Affected preview={preview} />}
        {preview?.locksYouOut && (
          <Alert
            color="red"
            icon={<IconAlertTriangle size={18} />}
            title={t('policy.review.locksOut.title')}
            role="alert"
          >
            {t('policy.review.locksOut.text')}
          </Alert>
        )}
        <ErrorNote error={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('policy.review.cancel')}
          </Button>
          <Button loading={saving} disabled={!preview || preview.locksYouOut} onClick={onSave}>
            {t('policy.review.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Changes({ before, after }: { before: Policy; after: Policy }) {
  const t = useT();
  const changed = rows.filter(({ value }) => value(before) !== value(after));
  if (changed.length === 0) return <Text size="sm">{t('policy.review.same')}</Text>;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('policy.columns.rule')}</Table.Th>
          <Table.Th>{t('policy.columns.now')}</Table.Th>
          <Table.Th>{t('policy.columns.then')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changed.map(({ field, label, value }) => (
          <Table.Tr key={field}>
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
  const t = useT();
  if (total === 0) return <Text size="sm">{t('policy.review.everyone')}</Text>;
  return (
    <Alert
      color="yellow"
      icon={<IconUsers size={18} />}
      title={t('policy.review.affected', { count: total })}
    >
      <Text size="sm">{t('policy.review.affected.text')}</Text>
      <ScrollArea.Autosize mah={220} mt="xs">
        {members.map(({ id, email, reasons }) => (
          <Text key={id} size="sm">
            {t('policy.review.member', {
              email,
              reasons: listOf(reasons.map((reason) => t(`policy.reasons.${reason}`))),
            })}
          </Text>
        ))}
      </ScrollArea.Autosize>
      {members.length > 0 && members.length < total && (
        <Text size="sm" c="dimmed">
          {t('policy.review.more', { count: total - members.length })}
        </Text>
      )}
    </Alert>
  );
}
