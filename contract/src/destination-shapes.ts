import { z } from 'zod';
import {
  type DestinationField,
  type DestinationKind,
  destinationKinds,
  fieldsOf,
} from './destination-kinds.ts';
import { Id, IdParams, MessageBody, name, Timestamp, text } from './fields.ts';
import { destinationLimits } from './limits.ts';
import { SendTest } from './test-shapes.ts';
import { EventFilters, Since, secretRotation, Url } from './webhook-shapes.ts';

/** Without what is sealed. */
const Settings = z.object({
  url: z.string().optional().describe('http, splunk and otlp: the full address.'),
  index: z.string().optional().describe('splunk: the index, unless the token chooses it.'),
  region: z.string().optional().describe('s3, as the next ones.'),
  bucket: z.string().optional(),
  prefix: z.string().optional().describe('What the names of all objects begin with.'),
  endpoint: z.string().optional().describe('The address of a store other than Amazon S3.'),
  accessKeyId: z.string().optional(),
});

export const Destination = z
  .object({
    id: Id,
    name: z.string(),
    kind: z.enum(destinationKinds),
    enabled: z.boolean(),
    events: z
      .array(z.string())
      .describe('Types such as user.created, or prefixes such as user.*. Empty means every event.'),
    settings: Settings.describe('token, headers and secretAccessKey are never shown.'),
    status: z.object({
      lagSeconds: z
        .number()
        .describe('The age of the oldest event that it wants and has not taken. 0 if there is none.'),
      lastError: z.string().nullable().describe('Why the last batch was not taken, or not in full.'),
      lastSucceededAt: Timestamp.nullable(),
      cursor: z
        .string()
        .nullable()
        .describe('Where it reads on, as the nextCursor of the event stream. Null if it has not begun.'),
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Destination' });
export type Destination = z.infer<typeof Destination>;

const { headers: mostHeaders } = destinationLimits;
/** Ours, or about the connection. */
const keptHeader = /^(host|content-.*|transfer-encoding|connection|keep-alive|upgrade|expect|te|trailer)$/i;
const Headers = z
  .record(
    text(100, 1)
      .regex(/^[A-Za-z0-9][A-Za-z0-9_.-]*$/, 'Must be the name of a header.')
      .refine((header) => !keptHeader.test(header), 'This header is set by us.'),
    text(4096).regex(/^[\x20-\x7e]*$/, 'Must be printable ASCII.'),
    { error: 'Must be an object.' },
  )
  .refine((headers) => Object.keys(headers).length <= mostHeaders, `At most ${mostHeaders} headers.`)
  .refine(
    (headers) =>
      new Set(Object.keys(headers).map((each) => each.toLowerCase())).size === Object.keys(headers).length,
    'Name each header once.',
  );

const Place = text(63, 1).regex(/^[a-z0-9-]{1,63}$/, 'Use lowercase letters, digits and dashes.');
const visible = (max: number) =>
  text(max, 1).regex(/^[\x21-\x7e]+$/, 'Must be printable ASCII without spaces.');
const Prefix = text(500)
  .regex(/^(?!\/)[^\p{Cc}]*$/u, 'Must be a plain path without a slash at the start.')
  .refine(
    (prefix) => !prefix.split('/').some((part) => part === '.' || part === '..'),
    'Must be a plain path without a slash at the start.',
  );
const Endpoint = Url.refine((url) => !/[?#%]/.test(url), 'Must be an address without a query.');

/** Of every kind: which ones belong to a kind is in `fieldsOf`. Null removes one. */
const SettingsInput = z.object(
  {
    url: Url.optional(),
    token: visible(500).optional(),
    index: visible(255).nullable().optional(),
    headers: Headers.nullable().optional(),
    region: Place.optional(),
    bucket: Place.optional(),
    prefix: Prefix.nullable().optional(),
    endpoint: Endpoint.nullable().optional(),
    accessKeyId: visible(128).optional(),
    secretAccessKey: visible(256).optional(),
  },
  { error: ({ input }) => (input === undefined ? 'Required.' : 'Must be an object.') },
);
export type DestinationSettingsInput = z.infer<typeof SettingsInput>;

/** Where a secret goes: it was given for the place before, and is not sent to another. */
export const placeFields = [
  'url',
  'endpoint',
  'region',
  'bucket',
] as const satisfies readonly DestinationField[];

/** What is wrong with the settings that a kind is given: fields of another kind. By the field's path. */
export function foreignSettings(kind: DestinationKind, settings: DestinationSettingsInput): string[] {
  const { required, optional } = fieldsOf[kind];
  const own: readonly string[] = [...required, ...optional];
  return Object.keys(settings).filter((field) => !own.includes(field));
}

const Name = name(100);
const Enabled = z.boolean('Must be true or false.');
const DestinationBody = z.object({ destination: Destination });
const DestinationWithSecret = DestinationBody.extend({
  secret: z.string().optional().describe('Only of http: signs every batch. We never show it again.'),
});

export const newDestination = {
  body: z
    .object({
      name: Name,
      kind: z.enum(destinationKinds, `One of ${destinationKinds.join(', ')}.`),
      settings: SettingsInput,
      events: EventFilters.default([]),
      enabled: Enabled.default(true),
      since: Since.optional(),
    })
    .superRefine(({ kind, settings }, { addIssue }) => {
      const add = (field: string, message: string) =>
        addIssue({ code: 'custom', path: ['settings', field], message });
      for (const field of foreignSettings(kind, settings)) add(field, 'Not a setting of this kind.');
      for (const field of fieldsOf[kind].required) if (settings[field] === undefined) add(field, 'Required.');
    }),
  responses: { 201: DestinationWithSecret },
  description:
    'It gets every event of its scope from its own destination.created on, or from the first one not before `since`, in ' +
    'order and at least once. Batches of http are signed according to Standard Webhooks; the secret is shown only here. ' +
    'Addresses obey the same rules as those of webhooks.',
} as const;

export const changedDestination = {
  params: IdParams,
  body: z.object({
    name: Name.optional(),
    settings: SettingsInput.optional(),
    events: EventFilters.optional(),
    enabled: Enabled.optional(),
    since: Since.optional(),
  }),
  responses: { 200: DestinationBody },
  description:
    "Fields and settings that you don't send stay as they are; null removes a setting. If `url`, `endpoint`, `region` or " +
    '`bucket` changes, send `token`, `headers` or `secretAccessKey` again. If you turn it on again, it goes on where it ' +
    'stopped; if some of what follows is no longer kept, that is 409 EVENTS_EXPIRED without `since`.',
} as const;

export const destinationRotation = {
  ...secretRotation,
  responses: { 200: DestinationBody.extend({ secret: z.string() }) },
} as const;

export const destinationTest = {
  params: IdParams,
  responses: { 200: z.object({ test: SendTest }) },
  description:
    'Sends one event of type destination.test, whether or not it is turned on, and tells what came of it. The event is ' +
    'not part of the stream, and the status does not change.',
} as const;

export const destinationList = {
  responses: { 200: z.object({ destinations: z.array(Destination) }) },
} as const;
export const oneDestination = { params: IdParams, responses: { 200: DestinationBody } } as const;
export const destinationRemoval = { params: IdParams, responses: { 200: MessageBody } } as const;
