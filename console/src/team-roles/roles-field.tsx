import { MultiSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../language/texts.ts';
import { useTeamRoles } from './use-team-roles.ts';

type Props = {
  label: string;
  description?: string;
  value: string[];
  onChange: (keys: string[]) => void;
  error?: ReactNode;
  disabled?: boolean;
  'data-path'?: string;
};

/** Roles of the organization, chosen by name. */
export function RolesField({ value, ...field }: Props) {
  const t = useT();
  return (
    <MultiSelect
      placeholder={value.length > 0 ? '' : t('teamRoles.field.choose')}
      data={useTeamRoles().map(({ key, name }) => ({ value: key, label: name }))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('teamRoles.field.clear') }}
      hidePickedOptions
      nothingFoundMessage={t('teamRoles.field.noMatch')}
      value={value}
      {...field}
    />
  );
}
