import type { Client } from './client.ts';
import type { TestService } from './service.ts';

type NewKey = {
  id: string;
  key: string;
  keyPrefix: string;
  organizationId: string | null;
  createdAt: string;
};

/** A key created by `owner` over HTTP. */
export async function newKey(owner: Client, more: Record<string, unknown> = {}) {
  const made = await owner.post('/api/keys', { name: 'deploy', ...more });
  if (made.status !== 201) throw new Error(`no key was made: ${made.text}`);
  return made.body as NewKey;
}

/** A client with nothing but this key. */
export function keyClient(service: TestService, key: string): Client {
  const client = service.client();
  client.bearer = key;
  return client;
}
