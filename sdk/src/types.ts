import type { Binary, Endpoint, endpoints } from '@latchkey/contract';
import type { z } from 'zod';

/** What the client needs of a declaration when it runs. The schemas serve the types alone. */
export type Route = Pick<Endpoint, 'method' | 'path' | 'csrf'>;
export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

type Simplify<T> = { [K in keyof T]: T[K] } & {};

/** Numbers and booleans are written into a query as they are; closed sets of words stay closed. */
type QueryValues<T> = {
  [K in keyof T]: string extends NonNullable<T[K]> ? T[K] | number | boolean : T[K];
};

type BodyOf<B> = B extends z.ZodType ? z.input<B> : B extends Binary ? Blob | BufferSource : never;

/** A part with nothing required in it may be left out. */
type Part<Name extends string, T> = [T] extends [never]
  ? unknown
  : object extends T
    ? { [N in Name]?: T }
    : { [N in Name]: T };

type Declared<E, Key extends string> = E extends { [K in Key]: infer S } ? S : never;

type InputOf<E> = Simplify<
  Part<'params', Declared<E, 'params'> extends z.ZodType ? z.input<Declared<E, 'params'>> : never> &
    Part<
      'query',
      Declared<E, 'query'> extends z.ZodType ? QueryValues<z.input<Declared<E, 'query'>>> : never
    > &
    Part<'body', BodyOf<Declared<E, 'body'>>>
>;

type Answer<B> = B extends z.ZodType ? z.output<B> : Blob;
type OutputOf<E> = E extends { responses: infer R } ? Answer<R[keyof R]> : never;

export type CallOptions = { signal?: AbortSignal };
type Call<E, Input = InputOf<E>> = object extends Input
  ? (input?: Input, options?: CallOptions) => Promise<OutputOf<E>>
  : (input: Input, options?: CallOptions) => Promise<OutputOf<E>>;

/** Endpoints that only send a browser elsewhere: `addressOf` makes links to them. */
type Navigation = {
  [Name in EndpointName]: Endpoints[Name]['responses'] extends { 302: unknown } ? Name : never;
}[EndpointName];

/** One method for each endpoint, with its input and its successful answer. */
export type Client = { [Name in Exclude<EndpointName, Navigation>]: Call<Endpoints[Name]> };

export type Input<Name extends EndpointName> = InputOf<Endpoints[Name]>;
export type Output<Name extends EndpointName> = OutputOf<Endpoints[Name]>;
