import { SimpleGrid, TextInput } from '@mantine/core';
import type { ComponentProps, Ref } from 'react';
import { useT } from '../language/texts.ts';
import type { useApiForm } from './api-form.ts';

type Names = { firstName: string; lastName: string };

type Props = {
  form: Pick<ReturnType<typeof useApiForm<Names>>, 'getInputProps'>;
  cols?: ComponentProps<typeof SimpleGrid>['cols'];
  /** The field that comes first. */
  firstField?: Ref<HTMLInputElement>;
};

/** Languages whose forms ask for the family name first, as their speakers write names. */
const familyNameFirst = /^(hu|ja|ko|vi|zh)\b/;

/** The two names of a person, in the order in which the page's language writes them. */
export function NameFields({ form, cols = 2, firstField }: Props) {
  const t = useT();
  const fields = [
    { name: 'firstName', label: t('field.firstName'), autoComplete: 'given-name' },
    { name: 'lastName', label: t('field.lastName'), autoComplete: 'family-name' },
  ] as const;
  const ordered = familyNameFirst.test(t.locale) ? [...fields].reverse() : fields;
  return (
    <SimpleGrid cols={cols} spacing="sm">
      {ordered.map(({ name, ...field }, at) => (
        <TextInput
          key={name}
          {...field}
          {...(at === 0 && firstField && { ref: firstField })}
          {...form.getInputProps(name)}
        />
      ))}
    </SimpleGrid>
  );
}
