export { addressOf, type ClientOptions, clientFor, type Routes } from './client.ts';
export { createClient } from './create-client.ts';
export type { Tokens } from './credentials.ts';
export { type ClientErrorType, LatchkeyError } from './error.ts';
export type { CallOptions, Client, EndpointName, Endpoints, Input, Output, Route } from './types.ts';
