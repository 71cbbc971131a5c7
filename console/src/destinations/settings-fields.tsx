import { fieldsOf } from '@latchkey/contract';
import { PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useT } from '../language/texts.ts';
import type { useApiForm } from '../ui/api-form.ts';
import type { DestinationValues } from './destination-values.ts';

type Form = ReturnType<typeof useApiForm<DestinationValues>>;
type Field = keyof typeof examples;

/** What each field looks like. */
const examples = {
  url: 'https://example.com/events',
  token: '',
  index: 'main',
  headers: 'X-Api-Key: …',
  region: 'eu-central-1',
  bucket: 'acme-audit',
  prefix: 'latchkey/',
  endpoint: 'https://minio.example.com',
  accessKeyId: '',
  secretAccessKey: '',
};
const addresses = {
  http: examples.url,
  splunk: 'https://splunk.example.com:8088/services/collector/event',
  otlp: 'https://collector.example.com/v1/logs',
  s3: '',
};

/** The settings of the chosen kind, needed ones first. */
export function SettingsFields({ form, isNew }: { form: Form; isNew: boolean }) {
  const { required, optional } = fieldsOf[form.values.kind];
  const fields = [...required, ...optional] as Field[];
  return fields.map((field) => (
    <SettingsField key={field} form={form} field={field} isNew={isNew} isNeeded={required.includes(field)} />
  ));
}

type FieldProps = { form: Form; field: Field; isNew: boolean; isNeeded: boolean };

function SettingsField({ form, field, isNew, isNeeded }: FieldProps) {
  const t = useT();
  const { kind } = form.values;
  const isSecret = fieldsOf[kind].sealed.includes(field);
  const example = field === 'url' ? addresses[kind] : examples[field];
  const shared = {
    label: t(`destinations.form.${field}`),
    placeholder: isSecret && !isNew ? t('destinations.form.unchanged') : example,
    description: isNeeded ? undefined : t('destinations.form.optional'),
    dir: 'ltr',
    autoComplete: 'off',
    spellCheck: false,
    ...form.getInputProps(field),
  };
  if (field === 'headers') return <Textarea autosize minRows={2} {...shared} />;
  if (isSecret) return <PasswordInput {...shared} autoComplete="new-password" />;
  return <TextInput {...shared} />;
}
