import { Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { RowsSkeleton } from '../ui/list-parts.tsx';
import { Page } from '../ui/page.tsx';
import { formatDay } from '../ui/when.tsx';
import { type Organization, roleNames } from './roles.ts';

export function OrganizationPage() {
  const { organization } = useMe();
  return organization ? <SettingsPage /> : <FoundPage />;
}

function FoundPage() {
  const create = useAct('createOrganization', {
    invalidates: ['me', 'getOrganization'],
    success: 'Your organization is created.',
    quiet: true,
  });
  const form = useApiForm({ initialValues: { name: '' } });
  return (
    <Page title="Organization">
      <Card>
        <EmptyState icon={<IconBuilding size={24} />} title="You belong to no organization">
          Create one, or follow the link of an invitation to join somebody else's.
        </EmptyState>
        <form
          noValidate
          onSubmit={form.submit(({ name }) => create.mutateAsync({ body: { name } }))}
          aria-label="Create an organization"
        >
          <Stack maw={420} mx="auto" pb="lg">
            <TextInput label="Name" autoComplete="organization" {...form.getInputProps('name')} />
            <ErrorNote error={form.failure} />
            <Button type="submit" loading={form.submitting} disabled={!form.values.name.trim()}>
              Create organization
            </Button>
          </Stack>
        </form>
      </Card>
    </Page>
  );
}

function SettingsPage() {
  const current = useQuery(ask('getOrganization'));
  const organization = current.data?.organization;
  return (
    <Page title="Organization" description={organization && `You are ${roleNames[organization.role]} here.`}>
      {current.isPending && <RowsSkeleton rows={3} height={72} />}
      <ErrorNote error={current.error} onRetry={() => void current.refetch()} />
      {organization && <Facts organization={organization} />}
      {organization && organization.role !== 'MEMBER' && <Settings organization={organization} />}
      {organization?.role === 'OWNER' && <DangerCard organization={organization} />}
    </Page>
  );
}

function Facts({ organization }: { organization: Organization }) {
  const facts = [
    ['Members', organization.memberCount.toLocaleString()],
    ['Since', formatDay(organization.createdAt)],
    ['Slug', organization.slug],
  ];
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      {facts.map(([label, value]) => (
        <Card key={label} padding="md">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fw={600} className="numbers" truncate>
            {value}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}

function Settings({ organization }: { organization: Organization }) {
  const save = useAct('updateOrganization', {
    invalidates: ['getOrganization', 'me'],
    success: 'The organization is saved.',
    quiet: true,
  });
  const form = useApiForm({ initialValues: { name: organization.name, slug: organization.slug } });
  return (
    <Card component="section" aria-labelledby="settings">
      <form
        noValidate
        onSubmit={form.submit(async (values) => {
          await save.mutateAsync({ body: values });
          form.resetDirty();
        })}
      >
        <Stack maw={460}>
          <Title order={2} id="settings">
            Settings
          </Title>
          <TextInput label="Name" {...form.getInputProps('name')} />
          <TextInput
            label="Slug"
            description="The short name in addresses. Changing it may break links others keep."
            {...form.getInputProps('slug')}
          />
          <ErrorNote error={form.failure} />
          <Group>
            <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function DangerCard({ organization }: { organization: Organization }) {
  const { impersonating } = useMe();
  const [asking, setAsking] = useState(false);
  const remove = useAct('deleteOrganization', {
    invalidates: ['me', 'getOrganization', 'listMembers', 'listInvites'],
    success: 'The organization is deleted.',
    quiet: true,
    onSuccess: () => setAsking(false),
  });
  return (
    <Card component="section" aria-labelledby="danger">
      <Group justify="space-between">
        <Stack gap={4} flex={1} miw={220}>
          <Title order={2} id="danger">
            Delete organization
          </Title>
          <Text size="sm" c="dimmed">
            Its members keep their accounts and belong to no organization. Invitations are void.
          </Text>
        </Stack>
        <Button color="red" variant="light" disabled={impersonating !== null} onClick={() => setAsking(true)}>
          Delete
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        title="Delete this organization?"
        typed={organization.name}
        confirmLabel="Delete organization"
        danger
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({})}
        onClose={() => setAsking(false)}
      >
        {organization.memberCount === 1
          ? 'You are its only member.'
          : `All ${organization.memberCount} members lose it at once.`}{' '}
        This cannot be undone.
      </ConfirmDialog>
    </Card>
  );
}
