import type { TeamRole } from '@latchkey/contract';
import { Button, Stack, Text, Title } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { CatalogSection } from './catalog-section.tsx';
import { templateRoutes } from './endpoints.ts';
import { RoleActions } from './role-actions.tsx';
import { roleColumns } from './role-columns.tsx';
import { RoleDialog } from './role-dialog.tsx';

/** What the operator of the service decides for all organizations. */
export function TemplatesPage() {
  const t = useT();
  const { permissions } = useMe();
  const mayChange = permissions.includes('roles:write');
  const found = useQuery(ask('listTeamRoles'));
  const catalog = useQuery(ask('getTeamPermissions')).data?.permissions ?? [];
  const [creating, setCreating] = useState(false);
  return (
    <Page
      title={t('teamRoles.title.service')}
      description={t('teamRoles.description')}
      actions={mayChange && <Button onClick={() => setCreating(true)}>{t('teamRoles.template.new')}</Button>}
    >
      <Stack component="section" aria-labelledby="templates" gap="md">
        <Stack gap={4}>
          <Title order={2} id="templates">
            {t('teamRoles.templates')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('teamRoles.templates.about')}
          </Text>
        </Stack>
        <List
          label={t('teamRoles.templates')}
          query={found}
          rows={found.data?.roles}
          columns={roleColumns(t)}
          expect={2}
          {...(mayChange && {
            actions: (role: TeamRole) => (
              <RoleActions routes={templateRoutes} role={role} catalog={catalog} />
            ),
          })}
          empty={{
            icon: IconId,
            title: t('teamRoles.templates.empty'),
            text: t('teamRoles.templates.empty.text'),
          }}
        />
      </Stack>
      <CatalogSection templates={found.data?.roles ?? []} mayChange={mayChange} />
      <RoleDialog
        opened={creating}
        routes={templateRoutes}
        catalog={catalog}
        onClose={() => setCreating(false)}
      />
    </Page>
  );
}
