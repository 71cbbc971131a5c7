import { Select } from '@mantine/core';
import { useT } from '../language/texts.ts';

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
  const t = useT();
  // Other languages, such as German, don't write a noun differently inside a sentence.
  const name = t.locale.startsWith('en') ? label.toLowerCase() : label;
  return (
    <Select
      aria-label={label}
      placeholder={any}
      clearable
      clearButtonProps={{ 'aria-label': t('list.clearFilter', { filter: name }) }}
      flex={{ base: '1 1 40%', sm: '0 0 170px' }}
      data={options}
      value={value || null}
      onChange={(chosen) => onChange((chosen ?? '') as T | '')}
    />
  );
}
