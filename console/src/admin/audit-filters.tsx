import { auditActions, auditCategories } from '@latchkey/contract';
import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useMe } from '../shell/me.ts';
import type { ValuesOf } from '../ui/list-search.ts';
import { SearchInput } from '../ui/search-input.tsx';
import { useToday } from '../ui/use-today.ts';
import { inWords } from '../ui/words.ts';
import { type auditDefaults, auditRange } from './audit-query.ts';
import { actionInWords } from './audit-words.ts';
import { OrganizationSelect } from './organization-select.tsx';

type Values = ValuesOf<typeof auditDefaults>;
type Props = {
  values: Values;
  onChange: (patch: Partial<Values>, options?: { replace?: boolean }) => void;
};

/** By their words, with the code that the API and exports use. Searching finds both. */
const actions = auditActions
  .map((value) => ({ value, label: `${actionInWords(value)} (${value})` }))
  .sort((one, other) => one.label.localeCompare(other.label));

export function AuditFilters({ values, onChange }: Props) {
  const { permissions } = useMe();
  return (
    <>
      <SearchInput
        label="Search user email"
        value={values.userEmail}
        onChange={(text) => onChange({ userEmail: text }, { replace: true })}
      />
      {permissions.includes('audit:read') && <WhoseEntries values={values} onChange={onChange} />}
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm" verticalSpacing="sm" w="100%">
        <Select
          label="Category"
          placeholder="Any"
          clearable
          data={auditCategories.map((value) => ({ value, label: inWords(value) }))}
          value={values.category || null}
          onChange={(value) => onChange({ category: value ?? '' })}
        />
        <Select
          label="Action"
          placeholder="Any"
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

/** People who may read every organization's entries start with their own organization, if they have one. */
function WhoseEntries({ values, onChange }: Props) {
  const { organization } = useMe();
  const all = { value: 'all', label: 'All organizations' };
  return (
    <OrganizationSelect
      value={values.organizationId || (organization ? '' : 'all')}
      options={organization ? [{ value: '', label: 'My organization' }, all] : [all]}
      onChange={(value) => onChange({ organizationId: value })}
    />
  );
}

function Days({ values, onChange }: Props) {
  const { from, to } = auditRange(values, useToday());
  return (
    <>
      <TextInput
        type="date"
        label="From"
        max={to}
        value={from}
        onChange={(event) => onChange({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        min={from}
        value={to}
        onChange={(event) => onChange({ to: event.currentTarget.value })}
      />
    </>
  );
}
