import { type Hook, type HookPoint, hookPoints } from '@latchkey/contract';
import { t } from '../language/texts.ts';

/** A point, and the hook that it has. Its id is the point: that stays when a hook comes or goes. */
export type Place = { id: HookPoint; hook: Hook | undefined };

export const placesOf = (hooks: readonly Hook[]): Place[] =>
  hookPoints.map((id) => ({ id, hook: hooks.find(({ point }) => point === id) }));

const names = {
  'registration.before': 'hooks.points.registration',
  'sign_in.before': 'hooks.points.sign_in',
  'token.claims': 'hooks.points.token',
  'mail.send': 'hooks.points.mail',
} as const;

const texts = {
  'registration.before': 'hooks.points.registration.text',
  'sign_in.before': 'hooks.points.sign_in.text',
  'token.claims': 'hooks.points.token.text',
  'mail.send': 'hooks.points.mail.text',
} as const;

export const nameOf = (point: HookPoint) => t(names[point]);
export const textOf = (point: HookPoint) => t(texts[point]);

/** What happens without an answer. */
export function failureOf({ point, onFailure }: Pick<Hook, 'point' | 'onFailure'>): string {
  return t(point === 'mail.send' ? 'hooks.failure.mail' : `hooks.failure.${onFailure}`);
}
