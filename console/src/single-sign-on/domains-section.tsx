import { type Domain, domainLimit } from '@latchkey/contract';
import { Button, Card, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { useApiForm } from '../ui/api-form.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { RowsSkeleton } from '../ui/rows-skeleton.tsx';
import { DomainRow } from './domain-row.tsx';

export function DomainsSection({ mayChange }: { mayChange: boolean }) {
  const found = useQuery(ask('listDomains'));
  const domains = found.data?.domains;
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<string>();
  const isFull = domains !== undefined && domains.length >= domainLimit;
  const add = mayChange && (
    <Button onClick={() => setAdding(true)} disabled={isFull}>
      Add domain
    </Button>
  );
  return (
    <Stack component="section" aria-labelledby="domains" gap="sm">
      <Group justify="space-between" align="flex-end">
        <Stack gap={2} flex={1} miw={220}>
          <Title order={2} id="domains">
            Domains
          </Title>
          <Text size="sm" c="dimmed">
            An identity provider speaks only for addresses in domains that you have proven.
          </Text>
        </Stack>
        {domains && domains.length > 0 && add}
      </Group>
      <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      {found.isPending && <RowsSkeleton rows={2} />}
      {domains?.length === 0 && (
        <Card>
          <EmptyState icon={<IconWorld size={24} />} title="No domains yet" action={add}>
            Add the domain of your email addresses, and prove with a DNS record that it is yours.
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
          An organization can have {domainLimit} domains. Remove one to add another.
        </Text>
      )}
      <Modal opened={adding} onClose={() => setAdding(false)} title="Add a domain">
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
          label="Domain"
          description="What comes after the @ in your email addresses. Subdomains count as other domains."
          placeholder="example.com"
          autoCapitalize="none"
          autoCorrect="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ErrorNote error={form.failure} />
        <FormButtons label="Add domain" submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
