import {
  type Destination,
  type DestinationKind,
  type DestinationSettingsInput,
  fieldsOf,
} from '@latchkey/contract';

/** A destination as its form shows it. Secrets are empty: they are never shown. */
export type DestinationValues = {
  name: string;
  kind: DestinationKind;
  events: string[];
  start: 'now' | 'kept';
  url: string;
  index: string;
  token: string;
  /** A line for each. */
  headers: string;
  region: string;
  bucket: string;
  prefix: string;
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const empty = {
  ...{ url: '', index: '', token: '', headers: '', region: '', bucket: '', prefix: '', endpoint: '' },
  ...{ accessKeyId: '', secretAccessKey: '' },
};

export const newDestination: DestinationValues = {
  ...empty,
  name: '',
  kind: 'http',
  events: [],
  start: 'now',
};

export function valuesOf({ name, kind, events, settings }: Destination): DestinationValues {
  const shown = Object.fromEntries(Object.entries(settings).map(([field, value]) => [field, value ?? '']));
  return { ...empty, ...shown, name, kind, events, start: 'now' };
}

/** What to send of the settings. An empty field removes a setting; an empty secret keeps the one there is. */
export function settingsOf(values: DestinationValues, isNew: boolean): DestinationSettingsInput {
  const { required, optional, sealed } = fieldsOf[values.kind];
  const pairs = [...required, ...optional].flatMap((field): [string, unknown][] => {
    const value = values[field].trim();
    if (value !== '') return [[field, field === 'headers' ? headersIn(value) : value]];
    if (sealed.includes(field) || isNew) return [];
    return [[field, optional.includes(field) ? null : '']];
  });
  return Object.fromEntries(pairs);
}

/** `Name: value`, one per line. */
export function headersIn(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );
}
