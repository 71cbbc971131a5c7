import { Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
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
  const t = useT();
  const creates = mayCreateOrganization(useMe());
  return (
    <Page title={t('organization.title')}>
      <Card>
        <EmptyState icon={<IconBuilding size={24} />} title={t('organization.none')}>
          {t(creates ? 'organization.none.create' : 'organization.none.join')}
        </EmptyState>
        {creates && <CreateForm />}
      </Card>
    </Page>
  );
}

function CreateForm() {
  const t = useT();
  const create = useAct('createOrganization', {
    invalidates: ['me', 'getOrganization', 'listOrganizations'],
    success: t('organization.create.done'),
    quiet: true,
  });
  const form = useApiForm({ initialValues: { name: '' } });
  return (
    <form
      noValidate
      onSubmit={form.submit(({ name }) => create.mutateAsync({ body: { name } }))}
      aria-label={t('organization.create.label')}
    >
      <Stack maw={420} mx="auto" pb="lg">
        <TextInput
          label={t('organization.name')}
          autoComplete="organization"
          required
          {...form.getInputProps('name')}
        />
        <ErrorNote error={form.failure} />
        <Button type="submit" loading={form.submitting} disabled={!form.values.name.trim()}>
          {t('organization.create')}
        </Button>
      </Stack>
    </form>
  );
}

function SettingsPage() {
  const t = useT();
  const current = useQuery(ask('getOrganization'));
  const organization = current.data?.organization;
  return (
    <Page
      title={t('organization.title')}
      description={organization && t('organization.role', { role: organizationRoleNames[organization.role] })}
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
  const t = useT();
  const facts = [
    [t('organization.members'), organization.memberCount.toLocaleString(t.locale)],
    [t('organization.created'), formatDay(organization.createdAt)],
    [t('organization.slug'), organization.slug],
  ];
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      {facts.map(([label, value]) => (
        <Card key={label} padding="md">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text fw={600} truncate>
            {value}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}

function Settings({ organization }: { organization: Organization }) {
  const t = useT();
  const save = useAct('updateOrganization', {
    invalidates: ['getOrganization', 'me'],
    success: t('organization.saved'),
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
            {t('organization.settings')}
          </Title>
          <TextInput label={t('organization.name')} required {...form.getInputProps('name')} />
          <TextInput
            label={t('organization.slug')}
            required
            description={t('organization.slug.description')}
            {...form.getInputProps('slug')}
          />
          <ErrorNote error={form.failure} />
          <Group>
            <Button type="submit" loading={form.submitting} disabled={!form.isDirty()}>
              {t('organization.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  );
}

function DangerCard({ organization }: { organization: Organization }) {
  const t = useT();
  const { impersonating } = useMe();
  const [asking, setAsking] = useState(false);
  return (
    <Card component="section" aria-labelledby="danger">
      <Group justify="space-between">
        <Stack gap={4} flex={1} miw={220}>
          <Title order={2} id="danger">
            {t('organization.delete.heading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('organization.delete.description')}
          </Text>
        </Stack>
        <Button color="red" variant="light" disabled={impersonating !== null} onClick={() => setAsking(true)}>
          {t('organization.delete')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('organization.delete.title')}
        typed={organization.name}
        confirmLabel={t('organization.delete.confirm')}
        act="deleteOrganization"
        input={{}}
        invalidates={['listOrganizations']}
        onDone={() => chooseOrganization(undefined)}
        success={t('organization.delete.done')}
      >
        {t('organization.delete.text', { count: organization.memberCount })}
      </ConfirmDialog>
    </Card>
  );
}
