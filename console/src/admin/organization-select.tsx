import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { seesOrganizations, useOrganizationNames } from './organization-names.ts';

type Option = { value: string; label: string };
type Props = {
  value: string;
  /** The choices besides one organization. */
  options: Option[];
  onChange: (value: string) => void;
};

/** Narrows a list to one organization, found by part of its name. */
export function OrganizationSelect({ value, options, onChange }: Props) {
  const t = useT();
  const sees = seesOrganizations(useMe());
  const fixed = options.some((option) => option.value === value);
  const chosenName = useOrganizationNames(fixed ? [] : [value])(value);
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  // While one is selected, the field holds its name, which isn't a search.
  const [search] = useDebouncedValue(typed === chosenName ? '' : typed.trim(), 300);
  const isFixedLabel = options.some(({ label }) => label === search);
  const found = useQuery({
    ...ask('listAllOrganizations', {
      query: { search: (!isFixedLabel && search) || undefined, sort: 'name', limit: 20 },
    }),
    enabled: opened && sees,
    placeholderData: keepPreviousData,
  });
  const matches = (found.data?.organizations ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const chosen =
    fixed || matches.some((match) => match.value === value) ? [] : [{ value, label: chosenName ?? '…' }];
  return (
    <Select
      aria-label={t('organizations.select')}
      w={{ base: '100%', sm: 200 }}
      searchable={sees}
      allowDeselect={false}
      data={[...options, ...chosen, ...matches]}
      // The service has already filtered.
      filter={({ options: all }) => all}
      nothingFoundMessage={t('organizations.select.noMatches')}
      value={value}
      onChange={(next) => onChange(next ?? '')}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
    />
  );
}
