import { Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { chooseOrganization } from '../shell/choose-organization.ts';
import { mayCreateOrganization } from '../shell/create-organization.tsx';
import { useMe } from '../shell/me.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDay } from '../ui/dates.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Page } from '../ui/page.tsx';
import { organizationRoleNames } from '../ui/role-badge.tsx';
import { RowsSkeleton } from '../ui/rows-skeleton.tsx';
import type { Organization } from './roles.ts';

export function OrganizationPage() {
  const { organization } = useMe();
  return organization ? <SettingsPage /> : <FoundPage />;
}

function FoundPage() {
  const creates = mayCreateOrganization(useMe());
  return (
    <Page title="Organization">
      <Card>
        <EmptyState icon={<IconBuilding size={24} />} title="You don't belong to an organization">
          {creates
            ? 'Create one, or follow an invitation link to join one.'
            : 'To join one, follow the link in an invitation.'}
        </EmptyState>
        {creates && <CreateForm />}
      </Card>
    </Page>
  );
}

function CreateForm() {
  const create = useAct('createOrganization', {
    invalidates: ['me', 'getOrganization', 'listOrganizations'],
    success: 'Organization created.',
    quiet: true,
  });
  const form = useApiForm({ initialValues: { name: '' } });
  return (
    <form
      noValidate
      onSubmit={form.submit(({ name }) => create.mutateAsync({ body: { name } }))}
      aria-label="Create an organization"
    >
      <Stack maw={420} mx="auto" pb="lg">
        <TextInput label="Name" autoComplete="organization" required {...form.getInputProps('name')} />
        <ErrorNote error={form.failure} />
        <Button type="submit" loading={form.submitting} disabled={!form.values.name.trim()}>
          Create organization
        </Button>
      </Stack>
    </form>
  );
}

function SettingsPage() {
  const current = useQuery(ask('getOrganization'));
  const organization = current.data?.organization;
  return (
    <Page
      title="Organization"
      description={organization && `Your role here is ${organizationRoleNames[organization.role]}.`}
    >
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
    ['Created', formatDay(organization.createdAt)],
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
    success: 'Organization saved.',
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
          <TextInput label="Name" required {...form.getInputProps('name')} />
          <TextInput
            label="Slug"
            required
            description="The short name used in URLs. Changing it may break existing links."
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
  return (
    <Card component="section" aria-labelledby="danger">
      <Group justify="space-between">
        <Stack gap={4} flex={1} miw={220}>
          <Title order={2} id="danger">
            Delete organization
          </Title>
          <Text size="sm" c="dimmed">
            Members keep their accounts but no longer belong to this organization. Open invitations stop
            working.
          </Text>
        </Stack>
        <Button color="red" variant="light" disabled={impersonating !== null} onClick={() => setAsking(true)}>
          Delete
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Delete this organization?"
        typed={organization.name}
        confirmLabel="Delete organization"
        act="deleteOrganization"
        input={{}}
        invalidates={['listOrganizations']}
        onDone={() => chooseOrganization(undefined)}
        success="Organization deleted."
      >
        {organization.memberCount === 1
          ? 'You are its only member.'
          : `All ${organization.memberCount} members lose access right away.`}{' '}
        You can't undo this.
      </ConfirmDialog>
    </Card>
  );
}
