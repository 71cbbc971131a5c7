import type { CatalogPermission, TeamRole } from '@latchkey/contract';
import { Alert, Button, Card, Stack, Text, Title } from '@mantine/core';
import { IconId, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ask } from '../api.ts';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { ownRoutes } from './endpoints.ts';
import { HoldersButton, RoleActions } from './role-actions.tsx';
import { roleColumns } from './role-columns.tsx';
import { RoleDialog } from './role-dialog.tsx';

/** Operators may keep roles to themselves. */
const areAllowed = branding.organizationRoles !== false;

export function OwnRolesPage() {
  const t = useT();
  const { organization } = useMe();
  if (!organization || organization.role === 'MEMBER')
    return (
      <Page title={t('teamRoles.title')}>
        <Card>
          <EmptyState
            icon={<IconId size={24} />}
            title={t('teamRoles.hidden')}
            action={<ButtonLink to="/organization">{t('teamRoles.hidden.action')}</ButtonLink>}
          />
        </Card>
      </Page>
    );
  return <Roles name={organization.name} isOwner={organization.role === 'OWNER'} />;
}

function Roles({ name, isOwner }: { name: string; isOwner: boolean }) {
  const t = useT();
  const found = useQuery(ask(ownRoutes.list));
  const { roles = [], permissions: catalog = [] } = found.data ?? {};
  const [creating, setCreating] = useState(false);
  const mayCreate = isOwner && areAllowed;
  const isUnused = found.data !== undefined && roles.length + catalog.length === 0;
  return (
    <Page
      title={t('teamRoles.title')}
      description={t('teamRoles.description.organization', { organization: name })}
      actions={
        mayCreate && !isUnused && <Button onClick={() => setCreating(true)}>{t('teamRoles.own.new')}</Button>
      }
    >
      {isUnused ? (
        <Card>
          <EmptyState icon={<IconId size={24} />} title={t('teamRoles.unused')}>
            {t('teamRoles.unused.text')}
          </EmptyState>
        </Card>
      ) : (
        <>
          <OwnSection found={found} roles={roles} catalog={catalog} isOwner={isOwner} />
          <TemplatesSection found={found} roles={roles} />
        </>
      )}
      <RoleDialog opened={creating} routes={ownRoutes} catalog={catalog} onClose={() => setCreating(false)} />
    </Page>
  );
}

type Found = Parameters<typeof List<TeamRole>>[0]['query'];
type SectionProps = { found: Found; roles: TeamRole[] };

function OwnSection({
  found,
  roles,
  catalog,
  isOwner,
}: SectionProps & { catalog: CatalogPermission[]; isOwner: boolean }) {
  const t = useT();
  const own = roles.filter(({ source }) => source === 'organization');
  const isLoaded = !found.isPending && !found.error;
  return (
    <Section name="own" title={t('teamRoles.own')} about={t('teamRoles.own.about')}>
      {!areAllowed && (
        <Alert color="blue" icon={<IconInfoCircle size={18} />} title={t('teamRoles.own.off')}>
          {t('teamRoles.own.off.text')}
        </Alert>
      )}
      {(areAllowed || own.length > 0) && (
        <List
          label={t('teamRoles.own')}
          query={found}
          rows={isLoaded ? own : undefined}
          columns={roleColumns(t)}
          expect={2}
          actions={(role) =>
            isOwner ? (
              <RoleActions routes={ownRoutes} role={role} catalog={catalog} mayEdit={areAllowed} />
            ) : (
              <HoldersButton role={role} />
            )
          }
          empty={{
            icon: IconId,
            title: t('teamRoles.own.empty'),
            text: t(isOwner ? 'teamRoles.own.empty.owner' : 'teamRoles.own.empty.others'),
          }}
        />
      )}
    </Section>
  );
}

function TemplatesSection({ found, roles }: SectionProps) {
  const t = useT();
  const templates = roles.filter(({ source }) => source === 'service');
  if (templates.length === 0) return null;
  return (
    <Section
      name="templates"
      title={t('teamRoles.templates')}
      about={t('teamRoles.templates.about.organization')}
    >
      <List
        label={t('teamRoles.templates')}
        query={found}
        rows={templates}
        columns={roleColumns(t)}
        expect={2}
        actions={(role) => <HoldersButton role={role} />}
        empty={{ icon: IconId, title: t('teamRoles.templates.empty') }}
      />
    </Section>
  );
}

type Headed = { name: string; title: string; about: string; children: ReactNode };

function Section({ name, title, about, children }: Headed) {
  return (
    <Stack component="section" aria-labelledby={name} gap="md">
      <Stack gap={4}>
        <Title order={2} id={name}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      </Stack>
      {children}
    </Stack>
  );
}
