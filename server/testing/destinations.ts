import { uuidv7 } from 'uuidv7';
import { sealSettings, withNewSecret } from '../src/features/destinations/sealed.ts';
import { newSecret } from '../src/platform/outbound/sign.ts';
import { record } from '../src/records/audit/record.ts';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';
import type { Received } from './webhooks.ts';

export const systemDestinations = '/api/admin/destinations';
export const ownDestinations = '/api/organizations/current/destinations';

type NewDestination = {
  path?: string;
  kind?: string;
  settings: Record<string, unknown>;
  name?: string;
  events?: string[];
  enabled?: boolean;
  since?: string;
};

/** An event destination added over HTTP, with its secret if it has one. */
export async function addDestination(client: Client, { path = ownDestinations, ...body }: NewDestination) {
  const made = await client.post(path, { name: 'Archive', kind: 'http', ...body });
  if (made.status !== 201) throw new Error(`no destination was added: ${made.text}`);
  return { ...made.body, path: `${path}/${made.body.destination.id}` } as {
    destination: { id: string; [field: string]: unknown };
    secret: string;
    path: string;
  };
}

/** Sends what is due. Time passes first, so no batch waits for more events. */
export async function ship(service: TestService, seconds = 61): Promise<void> {
  await service.webhookWorker.drain();
  service.clock.advance({ seconds });
  await service.destinationWorker.drain();
}

export type ShippedEvent = { id: string; type: string; timestamp: string; data: Record<string, unknown> };

/** The events of requests of the kind http, in the order in which they arrived. */
export function linesOf(received: readonly Pick<Received, 'body'>[]): ShippedEvent[] {
  return received.flatMap(({ body }) =>
    body
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as ShippedEvent),
  );
}

/** Events without consequences, in the stream of an organization or only of the service. `bytes`: how long each is. */
export async function noteEvents(
  { sql, clock }: TestService,
  organizationId: string | null,
  marks: readonly (string | number)[],
  bytes = 0,
): Promise<void> {
  await sql.begin((tx) => {
    for (const mark of marks)
      tx.send(
        record(
          tx,
          { ipAddress: null, userAgent: null, now: clock.now() },
          {
            action: 'ADMIN_IMPERSONATION_END',
            user: null,
            organizationId,
            metadata: { mark, ...(bytes > 0 && { fill: 'x'.repeat(bytes) }) },
          },
        ),
      );
  });
}

export const marksOf = (events: readonly ShippedEvent[]) =>
  events.flatMap(({ data }) => (data.metadata as { mark?: string | number }).mark ?? []);

/** An existing destination, added directly to the database. Null: the service's own. */
export async function insertExisting(
  { sql, clock, destinations: { key } }: TestService,
  organizationId: string | null,
  // Sending there is refused without looking up a name.
  url = 'https://192.0.2.1/events',
): Promise<string> {
  const [id, now] = [uuidv7(), clock.now()];
  const settings = JSON.stringify({ url });
  const sealed = sealSettings(key, withNewSecret({}, newSecret(key).secret, { now, overlapUntil: now }));
  await sql`
    INSERT INTO destinations (id, organization_id, name, kind, events, settings, sealed, enabled, starts_at, created_at, updated_at)
    VALUES (${id}, ${organizationId}, 'Archive', 'http', '{}', ${settings}::text::jsonb, ${sealed}, true, ${now}, ${now}, ${now})`;
  return id;
}

/** As after a change of the secret that its settings were sealed under. */
export async function loseKeyOf({ sql }: TestService, id: string): Promise<void> {
  await sql`UPDATE destinations SET sealed = 'another key' WHERE id = ${id}`;
}

/** What is stored of an organization's destinations. */
export const keptDestinations = ({ sql }: TestService, organizationId: string) =>
  sql`SELECT id, sealed FROM destinations WHERE organization_id = ${organizationId}`;

/** None is left: what happens from now on goes to those that a test adds. */
export async function removeDestinations({ sql }: TestService): Promise<void> {
  await sql`DELETE FROM destinations`;
}
