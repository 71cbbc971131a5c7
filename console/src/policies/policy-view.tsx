import type { Policy } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { Box, Card, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { Page } from '../ui/page.tsx';
import { RowsSkeleton } from '../ui/rows-skeleton.tsx';
import { PolicyForm } from './policy-form.tsx';
import { rows, type Source, sourceOf } from './policy-words.ts';
import { ReviewDialog } from './review-dialog.tsx';

export const systemPolicy = { get: 'getPolicy', update: 'updatePolicy', preview: 'previewPolicy' } as const;
export const organizationPolicy = {
  get: 'getOrganizationPolicy',
  update: 'updateOrganizationPolicy',
  preview: 'previewOrganizationPolicy',
} as const;

type Routes = typeof systemPolicy | typeof organizationPolicy;
type Props = { routes: Routes; description: string; mayChange: boolean };

export function PolicyView({ routes, description, mayChange }: Props) {
  const t = useT();
  const current = useQuery(ask(routes.get));
  const { data } = current;
  const isSystem = routes.get === 'getPolicy';
  return (
    <Page title={t(isSystem ? 'policy.title.service' : 'policy.title')} description={description}>
      {current.isPending && <RowsSkeleton rows={4} height={56} />}
      <ErrorNote error={current.error} onRetry={() => void current.refetch()} />
      {data && <InEffect shown={data} isSystem={isSystem} />}
      {data && mayChange && <Editor key={data.version} routes={routes} shown={data} />}
    </Page>
  );
}

type Shown = Output<'getPolicy'>;

function InEffect({ shown: { policy, effective }, isSystem }: { shown: Shown; isSystem: boolean }) {
  const t = useT();
  const nameOf = (source: Source) =>
    t(`policy.sources.${source === 'nothing' || !isSystem ? source : 'service'}`);
  return (
    <Card component="section" aria-labelledby="in-effect">
      <Title order={2} id="in-effect" mb="sm">
        {t('policy.inEffect.title')}
      </Title>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('policy.columns.rule')}</Table.Th>
            <Table.Th>{t('policy.columns.inEffect')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('policy.columns.setBy')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ field, label, value }) => {
            const source = (
              <Text size="sm" c="dimmed">
                {nameOf(sourceOf(field, policy, effective))}
              </Text>
            );
            return (
              <Table.Tr key={field}>
                <Table.Td>{label}</Table.Td>
                <Table.Td>
                  {value(effective)}
                  <Box hiddenFrom="sm">{source}</Box>
                </Table.Td>
                <Table.Td visibleFrom="sm">{source}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function Editor({ routes, shown }: { routes: Routes; shown: Shown }) {
  const t = useT();
  const [wanted, setWanted] = useState<Policy>();
  const preview = useAct(routes.preview, { quiet: true });
  const save = useAct(routes.update, {
    invalidates: [routes.get, 'me'],
    success: t('policy.saved'),
    quiet: true,
    onSuccess: () => setWanted(undefined),
  });
  const review = (policy: Policy) => {
    save.reset();
    setWanted(policy);
    preview.mutate({ body: { policy } });
  };
  const submit = () => wanted && save.mutate({ body: { version: shown.version, policy: wanted } });
  return (
    <>
      <PolicyForm policy={shown.policy} checking={preview.isPending} onReview={review} />
      <ReviewDialog
        opened={wanted !== undefined && !preview.isPending}
        onClose={() => setWanted(undefined)}
        before={shown.effective}
        preview={preview.data}
        failure={preview.error ?? save.error}
        saving={save.isPending}
        onSave={submit}
      />
    </>
  );
}
