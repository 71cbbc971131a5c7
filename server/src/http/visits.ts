import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticated } from '../identity/caller/authenticate.ts';
import type { OpenContext } from '../identity/caller/caller.ts';
import type { Choice } from '../identity/caller/choice.ts';
import type { Refusal } from '../platform/refusal.ts';
import type { Origin } from '../records/origin.ts';
import { addressOf } from './client-address.ts';

/** A request that stands for a call over another protocol: who makes it, and what audit entries say of that. */
export type Visit = {
  find(context: OpenContext, choice: Choice): Promise<Authenticated | Refusal>;
  acting: Pick<Origin, 'via' | 'applicationId' | 'apiKeyId'>;
};

export type Visits = {
  /** Of a request that we made ourselves. */
  of(request: FastifyRequest): Visit | undefined;
  /** The answer to a GET, which walks through every step of its route. */
  get(visit: Visit, url: string, from: FastifyRequest): Promise<{ status: number; text: string }>;
};

const header = 'x-latchkey-visit';
const passedOn = ['user-agent', 'accept-language', 'x-organization-id'];

/** The header names a visit under way by 256 random bits: no request from outside can. */
export function createVisits(app: FastifyInstance): Visits {
  const underWay = new Map<string, Visit>();
  return {
    of({ headers }) {
      const name = headers[header];
      return typeof name === 'string' ? underWay.get(name) : undefined;
    },
    async get(visit, url, from) {
      const name = randomBytes(32).toString('base64url');
      const told = passedOn.flatMap((each) => {
        const value = from.headers[each];
        return typeof value === 'string' ? [[each, value] as const] : [];
      });
      const headers = { ...Object.fromEntries(told), [header]: name };
      underWay.set(name, visit);
      try {
        const { statusCode, body } = await app.inject({
          method: 'GET',
          url,
          headers,
          remoteAddress: addressOf(from),
        });
        return { status: statusCode, text: body };
      } finally {
        underWay.delete(name);
      }
    },
  };
}
