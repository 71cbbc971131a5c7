import type { ScimError } from '@latchkey/contract';
import { t } from '../language/texts.ts';

const types = [
  'uniqueness',
  'invalidFilter',
  'invalidPath',
  'invalidValue',
  'invalidSyntax',
  'noTarget',
  'mutability',
] as const;
const statuses = [403, 404, 405, 409, 413, 415] as const;

/** What to do about a refusal. */
export function adviceFor({ status, scimType }: Pick<ScimError, 'status' | 'scimType'>): string {
  const known = types.find((type) => type === scimType) ?? statuses.find((one) => one === status);
  return t(`directory.advice.${known ?? (status >= 500 ? 'ours' : 'other')}`);
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** What the directory tried: "Change a person". */
export function attemptOf({ method, path }: Pick<ScimError, 'method' | 'path'>): string {
  const [, kind, id] = /\/scim\/v2\/(Users|Groups)(\/.+)?$/i.exec(path) ?? [];
  const known = methods.find((one) => one === method);
  if (!known) return `${method} ${path}`;
  if (!kind) return t(`directory.attempt.${known}.other`, { path });
  const isPeople = /^users$/i.test(kind);
  if (known === 'GET' && !id) return t(`directory.attempt.GET.${isPeople ? 'people' : 'groups'}`);
  return t(`directory.attempt.${known}.${isPeople ? 'person' : 'group'}`);
}
