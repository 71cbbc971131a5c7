import { newOrganization } from '@latchkey/server/testing/organizations';
import { newUser } from '@latchkey/server/testing/service';
import { addWebhook, startReceiver } from '@latchkey/server/testing/webhooks';
import { sealTrail } from '../../server/src/records/audit/seal-trail.ts';
import { verifyTrail } from '../../server/src/records/audit/verify-trail.ts';
import { type Arena, at, nodeOf, type Race, rush } from './arena.ts';

const current = '/api/organizations/current';
const distinct = (values: unknown[]) => new Set(values).size;

const drainAll = (arena: Arena, worker: 'mailWorker' | 'webhookWorker') =>
  Promise.all(Array.from({ length: 4 }, (_, nth) => nodeOf(arena, nth)[worker].drain()));

/** Everything in an organization's stream, page by page. */
async function readStream(arena: Arena, client: Parameters<typeof at>[2]) {
  const ids: string[] = [];
  for (let cursor = '', turn = 0; ; turn++) {
    const path = `${current}/events?limit=7${cursor && `&after=${cursor}`}`;
    const { body } = await at(arena, turn, client).get(path);
    ids.push(...body.events.map(({ id }: { id: string }) => id));
    cursor = body.nextCursor;
    if (body.events.length < 7) return ids;
  }
}

/** What leaves the service, and what it keeps a record of. */
export const outgoing: Race[] = [
  {
    name: 'a mail leaves once',
    async round(arena) {
      const people = await Promise.all(Array.from({ length: arena.ways }, () => newUser(arena.service)));
      await rush(arena, (other, nth) =>
        other.post('/api/auth/forgot-password', { email: people[nth]?.email }),
      );
      await drainAll(arena, 'mailWorker');
      const sent = await Promise.all(
        people.map(async ({ email }) => {
          const mails = (await Promise.all(arena.nodes.map((node) => node.mails(email)))).flat();
          return mails.filter(({ text }) => text.includes('/reset-password?')).length;
        }),
      );
      return sent.every((mails) => mails === 1) ? [] : [`sent ${sent.join(', ')} times`];
    },
  },
  {
    name: 'a webhook delivery leaves once, a stream tells each event once',
    async round(arena) {
      const { owner } = await newOrganization(arena.service);
      const receiver = await startReceiver();
      await addWebhook(owner.client, receiver.url, { events: ['organization.updated'] });
      await rush(arena, (other, nth) => other.patch(current, { name: `Name ${nth}` }), owner.client);
      const [, stream] = await Promise.all([
        drainAll(arena, 'webhookWorker'),
        readStream(arena, owner.client),
      ]);
      await drainAll(arena, 'webhookWorker');
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      await receiver.close();
      await arena.service.sql`DELETE FROM webhooks`;
      const whole = await readStream(arena, owner.client);
      return [
        ...(ids.length === distinct(ids) ? [] : ['a delivery was sent twice']),
        ...(distinct(ids) === arena.ways ? [] : [`${distinct(ids)} of ${arena.ways} events arrived`]),
        ...(distinct(whole) === whole.length ? [] : ['an event is in the stream twice']),
        ...(stream.every((id, nth) => whole[nth] === id) ? [] : ['the stream changed behind its reader']),
      ];
    },
  },
  {
    name: 'one chain of seals',
    async round(arena) {
      // So that each round verifies its own seals, not those of every round before.
      await sealTrail(arena.service.deps);
      arena.service.clock.advance({ minutes: 1 });
      const since = arena.service.clock.now();
      const { owner } = await newOrganization(arena.service);
      const sealing = Array.from({ length: 6 }, (_, nth) => sealTrail(nodeOf(arena, nth).deps));
      await rush(arena, (other, nth) => other.patch(current, { name: `Name ${nth}` }), owner.client);
      await Promise.all(sealing);
      await sealTrail(arena.service.deps);
      const { faults } = await verifyTrail(arena.service.deps, { since });
      return faults.map(({ what }) => `the chain has ${what}`);
    },
  },
];
