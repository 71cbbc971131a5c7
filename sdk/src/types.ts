import type { Endpoints } from './endpoints.ts';
import type { EndpointName } from './routes.ts';

export type CallOptions = {
  signal?: AbortSignal;
  /** How long to wait for the response, if not the client's default. */
  timeoutMs?: number;
  /** The organization that this call acts in, if not the client's. Null is the person's default one. */
  organizationId?: string | null;
};

type Call<E extends { input: unknown; output: unknown }> = object extends E['input']
  ? (input?: E['input'], options?: CallOptions) => Promise<E['output']>
  : (input: E['input'], options?: CallOptions) => Promise<E['output']>;

/** One method per endpoint. Endpoints that only redirect a browser have none: link to them with `addressOf`. */
export type Client = {
  [Name in keyof Endpoints as [Endpoints[Name]['output']] extends [never] ? never : Name]: Call<
    Endpoints[Name]
  >;
};

export type Input<Name extends EndpointName> = Endpoints[Name]['input'];
export type Output<Name extends EndpointName> = Endpoints[Name]['output'];
