import type { CatalogPermission } from '@latchkey/contract';
import { MultiSelect, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../language/texts.ts';

type Props = {
  catalog: CatalogPermission[];
  value: string[];
  onChange: (permissions: string[]) => void;
  error: ReactNode;
  'data-path': string;
};

const shownAtMost = 100;

/** Permissions from the catalog, found by a part of their name. */
export function PermissionsField({ catalog, value, ...field }: Props) {
  const t = useT();
  const descriptions = new Map(catalog.map(({ name, description }) => [name, description]));
  return (
    <MultiSelect
      label={t('teamRoles.form.permissions')}
      placeholder={value.length > 0 ? '' : t('teamRoles.form.permissions.choose')}
      data={catalog.map(({ name }) => name)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('teamRoles.form.permissions.clear') }}
      hidePickedOptions
      limit={shownAtMost}
      nothingFoundMessage={t(
        catalog.length === 0 ? 'teamRoles.form.permissions.none' : 'teamRoles.form.permissions.noMatch',
      )}
      renderOption={({ option }) => (
        <Stack gap={0}>
          <Text size="sm">
            <bdi dir="ltr">{option.value}</bdi>
          </Text>
          {descriptions.get(option.value) && (
            <Text size="xs" c="dimmed">
              <bdi>{descriptions.get(option.value)}</bdi>
            </Text>
          )}
        </Stack>
      )}
      value={value}
      {...field}
    />
  );
}
