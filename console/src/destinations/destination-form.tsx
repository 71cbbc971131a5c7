import { destinationKinds, eventTypes } from '@latchkey/contract';
import { Select, Stack, TagsInput, TextInput } from '@mantine/core';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { FormButtons } from '../ui/form-buttons.tsx';
import { filterChoices } from '../webhooks/webhook-labels.ts';
import type { DestinationValues } from './destination-values.ts';
import { SettingsFields } from './settings-fields.tsx';

type Props = {
  initial: DestinationValues;
  isNew: boolean;
  label: string;
  save: (values: DestinationValues) => Promise<unknown>;
  onCancel: () => void;
};

/** The fields of a destination, for adding and changing it. The kind stays. */
export function DestinationForm({ initial, isNew, label, save, onCancel }: Props) {
  const t = useT();
  const form = useApiForm<DestinationValues>({ initialValues: initial });
  const kinds = destinationKinds.map((value) => ({ value, label: t(`destinations.kinds.${value}`) }));
  const starts = (['now', 'kept'] as const).map((value) => ({
    value,
    label: t(`destinations.form.start.${value}`),
  }));
  return (
    <form noValidate onSubmit={form.submit(save)}>
      <Stack>
        <TextInput
          label={t('destinations.form.name')}
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        {isNew && (
          <Select
            label={t('destinations.form.kind')}
            data={kinds}
            allowDeselect={false}
            {...form.getInputProps('kind')}
          />
        )}
        <SettingsFields form={form} isNew={isNew} />
        <TagsInput
          label={t('webhooks.form.events')}
          description={t('webhooks.form.events.description', { type: 'user.created', group: 'user.*' })}
          placeholder={form.values.events.length === 0 ? t('webhooks.allEvents') : ''}
          data={filterChoices(eventTypes)}
          // Below it are the buttons.
          comboboxProps={{ position: 'top' }}
          maxDropdownHeight={240}
          clearable
          clearButtonProps={{ 'aria-label': t('webhooks.form.events.clear') }}
          {...form.getInputProps('events')}
        />
        {isNew && (
          <Select
            label={t('destinations.form.start')}
            data={starts}
            allowDeselect={false}
            {...form.getInputProps('start')}
          />
        )}
        <ErrorNote error={form.failure} />
        <FormButtons label={label} submitting={form.submitting} onCancel={onCancel} />
      </Stack>
    </form>
  );
}
