import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { uuidv7 } from 'uuidv7';
import { insertDeliveries, insertTestEvent } from '../src/features/webhooks/delivery-store.ts';
import { newSecret } from '../src/platform/outbound/sign.ts';
import { insertSecret } from '../src/records/vault/signing-secret-store.ts';
import type { Client } from './client.ts';
import { atEnd } from './lifetime.ts';
import type { TestService } from './service.ts';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };
type Answer = (received: Received, response: ServerResponse) => unknown;

/** A receiver on loopback: it keeps what it gets, and responds with 204 unless told otherwise. */
export async function startReceiver(answer: Answer = (_received, response) => response.writeHead(204).end()) {
  const received: Received[] = [];
  const behavior = { answer };
  let inFlight = 0;
  let closed = 0;
  const most = new Map<string, number>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    inFlight++;
    most.set(path, Math.max(most.get(path) ?? 0, inFlight));
    response.on('close', () => {
      inFlight--;
      closed++;
    });
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const one = { path, headers: request.headers, body };
      received.push(one);
      behavior.answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Applies from now on. */
    answerWith(next: Answer) {
      behavior.answer = next;
    },
    /** The most requests it ever had at once. */
    most: () => Math.max(0, ...most.values()),
    /** How many requests have ended, whichever side ended them. */
    closed: () => closed,
    close: atEnd(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }),
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

export const systemPath = '/api/admin/webhooks';
export const organizationPath = '/api/organizations/current/webhooks';

/** An endpoint added over HTTP, with its secret. */
export async function addWebhook(
  client: Client,
  url: string,
  more: { path?: string; events?: string[] } = {},
) {
  const { path = organizationPath, ...body } = more;
  const made = await client.post(path, { url, ...body });
  if (made.status !== 201) throw new Error(`no webhook was added: ${made.text}`);
  return made.body as { webhook: { id: string; url: string; events: string[] }; secret: string };
}

/** None is left: what happens from now on goes to those that a test adds. */
export async function removeWebhooks({ sql }: TestService): Promise<void> {
  await sql`DELETE FROM webhooks`;
}

/** An existing endpoint, added directly to the database. Null: the service's own. */
export async function insertEndpoint(service: TestService, organizationId: string | null): Promise<string> {
  const { sql, clock } = service;
  const [id, now] = [uuidv7(), clock.now()];
  await sql`
    INSERT INTO webhooks (id, organization_id, url, events, created_at, updated_at)
    VALUES (${id}, ${organizationId}, 'https://example.com/hook', '{}', ${now}, ${now})`;
  const { sealed } = newSecret(service.webhooks.key);
  await insertSecret(sql, { kind: 'webhook', id }, { id: uuidv7(), sealed, now }, now);
  return id;
}

export async function insertDelivery(service: TestService, webhookId: string): Promise<string> {
  const { sql, clock } = service;
  const [id, now] = [uuidv7(), clock.now()];
  const event = { id: uuidv7(), type: 'webhook.test' };
  await insertTestEvent(sql, { ...event, organizationId: null, body: '{}', now });
  await insertDeliveries(sql, [{ id, webhookId, event }], now);
  return id;
}
