import { Select } from '@mantine/core';

type Props<T extends string> = {
  label: string;
  /** The text when nothing is selected: "Any role". */
  any: string;
  options: { value: T; label: string }[];
  /** Empty: anything. */
  value: string;
  onChange: (value: T | '') => void;
};

/** An optional choice that narrows a list. */
export function FilterSelect<T extends string>({ label, any, options, value, onChange }: Props<T>) {
  return (
    <Select
      aria-label={label}
      placeholder={any}
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      flex={{ base: '1 1 40%', sm: '0 0 150px' }}
      data={options}
      value={value || null}
      onChange={(chosen) => onChange((chosen ?? '') as T | '')}
    />
  );
}
