import { type Domain, domainLimit } from '@latchkey/contract';
import { Button, Card, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { RowsSkeleton } from '../ui/rows-skeleton.tsx';
import { DomainRow } from './domain-row.tsx';

export function DomainsSection({ mayChange }: { mayChange: boolean }) {
  const t = useT();
  const found = useQuery(ask('listDomains'));
  const domains = found.data?.domains;
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<string>();
  const isFull = domains !== undefined && domains.length >= domainLimit;
  const add = mayChange && (
    <Button variant="default" onClick={() => setAdding(true)} disabled={isFull}>
      {t('singleSignOn.domains.add')}
    </Button>
  );
  return (
    <Stack component="section" aria-labelledby="domains" gap="sm">
      <Group justify="space-between" align="flex-end">
        <Stack gap={2} flex={1} miw={220}>
          <Title order={2} id="domains">
            {t('singleSignOn.domains')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('singleSignOn.domains.about')}
          </Text>
        </Stack>
        {domains && domains.length > 0 && add}
      </Group>
      <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      {found.isPending && <RowsSkeleton rows={2} />}
      {domains?.length === 0 && (
        <Card p={0}>
          <EmptyState icon={<IconWorld size={24} />} title={t('singleSignOn.domains.empty')} action={add}>
            {t('singleSignOn.domains.empty.text')}
          </EmptyState>
        </Card>
      )}
      {domains && domains.length > 0 && (
        <Card p={0}>
          {domains.map((domain, at) => (
            <DomainRow
              key={domain.id}
              domain={domain}
              mayChange={mayChange}
              isFirst={at === 0}
              isOpen={opened === domain.id}
              onToggle={() => setOpened(opened === domain.id ? undefined : domain.id)}
            />
          ))}
        </Card>
      )}
      {isFull && (
        <Text size="sm" c="dimmed">
          {t('singleSignOn.domains.full', { limit: domainLimit })}
        </Text>
      )}
      <Modal opened={adding} onClose={() => setAdding(false)} title={t('singleSignOn.domains.add.title')}>
        <AddForm
          onCancel={() => setAdding(false)}
          onAdded={({ id }) => {
            setAdding(false);
            setOpened(id);
          }}
        />
      </Modal>
    </Stack>
  );
}

function AddForm({ onAdded, onCancel }: { onAdded: (domain: Domain) => void; onCancel: () => void }) {
  const t = useT();
  const add = useAct('addDomain', {
    invalidates: ['listDomains'],
    quiet: true,
    onSuccess: ({ domain }) => onAdded(domain),
  });
  const form = useApiForm({ initialValues: { name: '' } });
  return (
    <form noValidate onSubmit={form.submit((body) => add.mutateAsync({ body }))}>
      <Stack>
        <TextInput
          label={t('singleSignOn.domains.add.field')}
          description={t('singleSignOn.domains.add.note')}
          placeholder="example.com"
          dir="ltr"
          autoCapitalize="none"
          autoCorrect="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label={t('singleSignOn.domains.add')} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
