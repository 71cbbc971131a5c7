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

/** Languages whose speakers write the family name first. */
const familyNameFirst = /^(hu|ja|ko|vi|zh)\b/;

/** What belongs to the given name and to the family name, in the order in which a language writes them. */
export const inNameOrder = <const T,>({ locale }: { locale: string }, given: T, family: T): [T, T] =>
  familyNameFirst.test(locale) ? [family, given] : [given, family];

/** The two names of a person, in the order in which the page's language writes them. */
export function NameFields({ form, cols = 2, firstField }: Props) {
  const t = useT();
  const fields = inNameOrder<{ name: keyof Names; label: string; autoComplete: string }>(
    t,
    { name: 'firstName', label: t('field.firstName'), autoComplete: 'given-name' },
    { name: 'lastName', label: t('field.lastName'), autoComplete: 'family-name' },
  );
  return (
    <SimpleGrid cols={cols} spacing="sm">
      {fields.map(({ name, ...field }, at) => (
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
