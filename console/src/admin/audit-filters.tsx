import { auditActions, auditCategories } from '@latchkey/contract';
import { Button, Select, SimpleGrid, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { momentField } from '../ui/dates.ts';
import type { ValuesOf } from '../ui/list-search.ts';
import { SearchInput } from '../ui/search-input.tsx';
import { useToday } from '../ui/use-today.ts';
import { type auditDefaults, auditRange, isDay } from './audit-query.ts';
import { actionInWords } from './audit-words.ts';
import { OrganizationSelect } from './organization-select.tsx';
import { reasonInWords } from './reason-in-words.ts';

type Values = ValuesOf<typeof auditDefaults>;
type Props = {
  values: Values;
  onChange: (patch: Partial<Values>, options?: { replace?: boolean }) => void;
};

/** By their words, with the code that the API and exports use. Searching finds both. */
const actionsIn = (t: Texts) =>
  auditActions
    .map((value) => ({
      value,
      label: t('audit.filters.actionOption', { action: actionInWords(value), code: value }),
    }))
    .sort((one, other) => one.label.localeCompare(other.label, t.locale));

export function AuditFilters({ values, onChange }: Props) {
  const t = useT();
  const actions = useMemo(() => actionsIn(t), [t]);
  const { permissions } = useMe();
  return (
    <>
      <SearchInput
        label={t('audit.filters.email')}
        value={values.userEmail}
        onChange={(text) => onChange({ userEmail: text }, { replace: true })}
      />
      <SearchInput
        label={t('audit.filters.ipAddress')}
        value={values.ipAddress}
        onChange={(text) => onChange({ ipAddress: text }, { replace: true })}
      />
      {values.userId && (
        <Button
          variant="default"
          rightSection={<IconX size={14} />}
          aria-label={t('audit.filters.anyUser')}
          onClick={() => onChange({ userId: '' })}
        >
          {t('audit.filters.oneUser')}
        </Button>
      )}
      {values.reason && (
        <Button
          variant="default"
          rightSection={<IconX size={14} />}
          aria-label={t('audit.filters.anyReason')}
          onClick={() => onChange({ reason: '' })}
        >
          <bdi>{reasonInWords(t, values.reason)}</bdi>
        </Button>
      )}
      {permissions.includes('audit:read') && <WhoseEntries values={values} onChange={onChange} />}
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" verticalSpacing="sm" w="100%">
        <Select
          label={t('audit.filters.category')}
          placeholder={t('audit.filters.any')}
          clearable
          data={auditCategories.map((value) => ({ value, label: t(`audit.categories.${value}`) }))}
          value={values.category || null}
          onChange={(value) => onChange({ category: value ?? '' })}
        />
        <Select
          label={t('audit.filters.action')}
          placeholder={t('audit.filters.any')}
          clearable
          searchable
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
          data={actions}
          value={values.action || null}
          onChange={(value) => onChange({ action: value ?? '' })}
        />
        <Days values={values} onChange={onChange} />
      </SimpleGrid>
    </>
  );
}

/** People who may read every organization's entries start with all of them. */
function WhoseEntries({ values, onChange }: Props) {
  const t = useT();
  const { organization } = useMe();
  const all = { value: '', label: t('audit.filters.allOrganizations') };
  const own = organization && { value: organization.id, label: t('audit.filters.myOrganization') };
  return (
    <OrganizationSelect
      value={values.organizationId === 'all' ? '' : values.organizationId}
      options={own ? [all, own] : [all]}
      onChange={(value) => onChange({ organizationId: value })}
    />
  );
}

/** The ends are days; once a bar of the chart or an hour was chosen, they are moments. */
function Days({ values, onChange }: Props) {
  const t = useT();
  const { from, to } = auditRange(values, useToday());
  const ends = [
    { name: 'from', value: from, limit: { max: isDay(to) ? to : undefined } },
    { name: 'to', value: to, limit: { min: isDay(from) ? from : undefined } },
  ] as const;
  return ends.map(({ name, value, limit }) =>
    isDay(value) ? (
      <TextInput
        key={`${name}-day`}
        type="date"
        label={t(`audit.filters.${name}`)}
        {...limit}
        value={value}
        onChange={(event) => onChange({ range: '', [name]: event.currentTarget.value })}
      />
    ) : (
      <TextInput
        key={`${name}-moment`}
        type="datetime-local"
        label={t(`audit.filters.${name}`)}
        value={value && momentField(new Date(value))}
        onChange={({ currentTarget: { value: text } }) =>
          onChange({ range: '', from, to, [name]: text && new Date(text).toISOString() })
        }
      />
    ),
  );
}
