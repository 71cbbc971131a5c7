import { z } from 'zod';
import { Id, IdParams, MessageBody, Timestamp } from './fields.ts';
import { hookFailures, hookLimits, hookPoints } from './hook-points.ts';
import { SendTest } from './test-shapes.ts';
import { secretRotation, Url } from './webhook-shapes.ts';

const Hook = z
  .object({
    id: Id,
    point: z.enum(hookPoints),
    url: z.string(),
    enabled: z.boolean(),
    timeoutMs: z.number().int(),
    onFailure: z
      .enum(hookFailures)
      .describe(
        'What happens if it gives no valid answer in time: `deny` refuses, `allow` goes on without it.',
      ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Hook' });
export type Hook = z.infer<typeof Hook>;

const Point = z.enum(hookPoints, `One of ${hookPoints.join(', ')}.`);
const Enabled = z.boolean('Must be true or false.');
const { least, most, usual } = hookLimits.timeoutMs;
const TimeoutMs = z
  .number('Must be a whole number.')
  .int('Must be a whole number.')
  .min(least, `At least ${least}.`)
  .max(most, `At most ${most}.`);
const OnFailure = z.enum(hookFailures, `One of ${hookFailures.join(', ')}.`);

/** Mail that isn't sent waits: there is nothing to go on with. */
export const mailMustNotBeSkipped = "Mail has no other way out, so it can't be `allow`.";
export const mayAllow = ({ point, onFailure }: Pick<Hook, 'point' | 'onFailure'>) =>
  point !== 'mail.send' || onFailure === 'deny';

const HookBody = z.object({ hook: Hook });
const HookWithSecret = HookBody.extend({
  secret: z.string().describe('Signs every request to it. We never show it again.'),
});

export const newHook = {
  body: z
    .object({
      point: Point,
      url: Url,
      enabled: Enabled.default(false),
      timeoutMs: TimeoutMs.default(usual),
      onFailure: OnFailure.default('deny'),
    })
    .refine(mayAllow, { path: ['onFailure'], error: mailMustNotBeSkipped }),
  responses: { 201: HookWithSecret },
  description:
    'There is one hook for each point, and its point never changes. It is turned off until you turn it on, so you can test ' +
    'it first. The secret is shown only here; requests are signed with it according to Standard Webhooks. Private, ' +
    'loopback, link-local and metadata addresses are refused, now and whenever it is asked.',
} as const;

export const changedHook = {
  params: IdParams,
  body: z.object({
    url: Url.optional(),
    enabled: Enabled.optional(),
    timeoutMs: TimeoutMs.optional(),
    onFailure: OnFailure.optional(),
  }),
  responses: { 200: HookBody },
  description: "Fields you don't send stay as they are. A change holds from the next request on.",
} as const;

export const hookRotation = {
  ...secretRotation,
  responses: { 200: HookWithSecret },
  description:
    'Until the overlap ends, requests carry the signatures of both secrets. With overlapHours 0, every earlier secret stops ' +
    'signing at once.',
} as const;

export const hookTest = {
  params: IdParams,
  responses: { 200: z.object({ test: SendTest }) },
  description:
    'Asks the hook about an example, even if it is turned off, and says what came back. Its `data` has `test: true`, and ' +
    'nothing depends on the answer.',
} as const;

export const hookList = { responses: { 200: z.object({ hooks: z.array(Hook) }) } } as const;
export const oneHook = { params: IdParams, responses: { 200: HookBody } } as const;
export const hookRemoval = { params: IdParams, responses: { 200: MessageBody } } as const;
