import { endpoints } from '@latchkey/contract';
import { type ClientOptions, clientFor } from './client.ts';
import type { Client } from './types.ts';

/** A typed client of a Latchkey service: one method for each endpoint of the contract. */
export function createClient(options: ClientOptions = {}): Client {
  return clientFor(endpoints, options);
}
