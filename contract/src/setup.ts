import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Email, name } from './fields.ts';
import { matchesConfirmation, NewPassword } from './passwords.ts';
import { UserActionBody } from './user-shapes.ts';

const where = 'Only in development, and only for a browser on the same machine: 404 for everyone else.';

export const getSetup = endpoint({
  method: 'GET',
  path: '/api/setup',
  summary: 'See whether the first administrator is still to be created',
  description: where,
  access: { kind: 'public' },
  local: true,
  responses: { 200: z.object({ needed: z.boolean() }) },
});

export const createFirstAdmin = endpoint({
  method: 'POST',
  path: '/api/setup',
  summary: 'Create the first administrator of a service that has no accounts',
  description: `${where} 404, too, once there is or was an account.`,
  turn: 'hash',
  access: { kind: 'public' },
  local: true,
  changesAccess: [
    {
      what: 'role',
      proof: 'being at the machine of a service in development that never had an account',
      ends: 'nothing: there were no accounts',
    },
  ],
  body: z
    .object({
      email: Email,
      password: NewPassword,
      confirmPassword: z.string().optional(),
      firstName: name(100, 0).nullish(),
      lastName: name(100, 0).nullish(),
    })
    .superRefine(matchesConfirmation),
  responses: { 201: UserActionBody },
  errors: ['NOT_FOUND'],
});
