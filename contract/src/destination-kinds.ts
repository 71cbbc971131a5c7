// Without schemas: pages that only name these don't load any.
export const destinationKinds = ['http', 'splunk', 'otlp', 's3'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

export type DestinationField =
  | 'url'
  | 'token'
  | 'index'
  | 'headers'
  | 'region'
  | 'bucket'
  | 'prefix'
  | 'endpoint'
  | 'accessKeyId'
  | 'secretAccessKey';

type Fields = {
  required: readonly DestinationField[];
  optional: readonly DestinationField[];
  sealed: readonly DestinationField[];
};

/** The settings of each kind. `sealed` ones are never shown. */
export const fieldsOf: Record<DestinationKind, Fields> = {
  http: { required: ['url'], optional: [], sealed: [] },
  splunk: { required: ['url', 'token'], optional: ['index'], sealed: ['token'] },
  otlp: { required: ['url'], optional: ['headers'], sealed: ['headers'] },
  s3: {
    required: ['region', 'bucket', 'accessKeyId', 'secretAccessKey'],
    optional: ['prefix', 'endpoint'],
    sealed: ['secretAccessKey'],
  },
};
