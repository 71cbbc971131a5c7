import { type Binary, type Endpoint, type ErrorType, endpoints } from '@latchkey/contract';
import { expect, expectTypeOf, test } from 'vitest';
import type { z } from 'zod';
import type { ClientErrorType, EndpointName, Input, Output } from './index.ts';
import { routes } from './routes.ts';

// The SDK ships no schemas: it spells out what it needs from the contract, and this file compares the two. If a test
// fails here, run `npm run docs`.

test('every route matches the contract', () => {
  const own = Object.entries(endpoints as Record<string, Endpoint>).filter(
    ([, { dialect, form }]) => !dialect && !form,
  );
  const declared = own.map(([name, { method, path, csrf }]) => [
    name,
    { method, path, needsCsrfToken: csrf === 'token' },
  ]);
  expect(routes).toEqual(Object.fromEntries(declared));
});

/** Routes that speak a foreign protocol have their own clients, and browsers post forms. */
type Contract = {
  [N in keyof typeof endpoints as (typeof endpoints)[N] extends { dialect: string } | { form: true }
    ? never
    : N]: (typeof endpoints)[N];
};
type Simplify<T> = { [K in keyof T]: T[K] } & {};

/** A query takes numbers and booleans as they are; closed sets of strings stay closed. */
type QueryValues<T> = {
  [K in keyof T]: string extends NonNullable<T[K]> ? T[K] | number | boolean : T[K];
};

type BodyOf<B> = B extends z.ZodType ? z.input<B> : B extends Binary ? Blob | BufferSource : never;

/** A part with no required fields may be omitted. */
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

type Answer<B> = B extends z.ZodType ? z.output<B> : B extends Binary ? Blob : never;
type OutputOf<E> = E extends { responses: infer R } ? Answer<R[keyof R]> : never;

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compares what types resolve to, not how they were built. */
type Plain<T> = T extends Blob | BufferSource ? T : T extends object ? { [K in keyof T]: Plain<T[K]> } : T;

type Differing<
  Written extends Record<EndpointName, unknown>,
  Inferred extends Record<EndpointName, unknown>,
> = {
  [Name in EndpointName]: Same<Plain<Written[Name]>, Plain<Inferred[Name]>> extends true ? never : Name;
}[EndpointName];

test('every input type matches the contract', () => {
  expectTypeOf<
    Differing<{ [N in EndpointName]: Input<N> }, { [N in EndpointName]: InputOf<Contract[N]> }>
  >().toEqualTypeOf<never>();
});

test('every response type matches the contract', () => {
  expectTypeOf<
    Differing<{ [N in EndpointName]: Output<N> }, { [N in EndpointName]: OutputOf<Contract[N]> }>
  >().toEqualTypeOf<never>();
});

test('every error type matches the contract', () => {
  expectTypeOf<Exclude<ClientErrorType, 'NETWORK_ERROR'>>().toEqualTypeOf<ErrorType>();
});
