import { type Policy, unsetPolicy } from '@latchkey/contract';
import { chosenLocale, t } from '../language/texts.ts';
import { nameOfMethod } from './name-of-method.ts';

export const strengths = [0, 1, 2, 3, 4] as const;

export function strengthName(score: number): string {
  const known = strengths.find((each) => each === score);
  return known === undefined ? String(score) : t(`policy.strengths.${known}`);
}

const minutes = (value: number | null) =>
  value === null ? t('policy.noLimit') : t('policy.minutes', { count: value });

/** Words in a row, with the marks that the language puts between them. */
export const listOf = (words: string[]) =>
  new Intl.ListFormat(chosenLocale(), { type: 'conjunction', style: 'narrow' }).format(words);

type Field = Exclude<keyof Policy, 'twoFactorGraceDays'>;
type Row = { field: Field; readonly label: string; value: (policy: Policy) => string };

/** A rule is named in the language that is chosen when its name is read. */
const row = (field: Field, value: Row['value']): Row => ({
  field,
  get label() {
    return t(`policy.rules.${field}`);
  },
  value,
});

/** What a policy asks for, in words. */
export const rows: Row[] = [
  row('twoFactorRequired', ({ twoFactorRequired, twoFactorGraceDays }) =>
    twoFactorRequired
      ? t('policy.twoFactor.required', { days: twoFactorGraceDays })
      : t('policy.twoFactor.optional'),
  ),
  row('signInMethods', ({ signInMethods: allowed }) => {
    if (!allowed) return t('policy.methods.all');
    return listOf(allowed.map(nameOfMethod)) || t('policy.methods.none');
  }),
  row('sessionMinutes', (policy) => minutes(policy.sessionMinutes)),
  row('idleMinutes', (policy) => minutes(policy.idleMinutes)),
  row('recentProofMinutes', (policy) => minutes(policy.recentProofMinutes ?? 10)),
  row('emailDomains', ({ emailDomains }) => emailDomains.join(', ') || t('policy.domains.any')),
  row('passwordStrength', ({ passwordStrength }) => strengthName(passwordStrength)),
  row('passwordBreachCheck', ({ passwordBreachCheck }) =>
    t(passwordBreachCheck ? 'policy.breaches.refused' : 'policy.breaches.notChecked'),
  ),
];

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export type Source = 'nothing' | 'own' | 'service' | 'both';

/** Where the value that applies comes from: what was set here, the service, or what both have in common. */
export function sourceOf(field: keyof Policy, policy: Policy, effective: Policy): Source {
  if (same(effective[field], unsetPolicy[field])) return 'nothing';
  if (same(policy[field], unsetPolicy[field])) return 'service';
  if (same(policy[field], effective[field])) return 'own';
  const [own, applied] = [policy[field], effective[field]];
  const isPart = Array.isArray(own) && Array.isArray(applied) && applied.every((each) => own.includes(each));
  return isPart ? 'both' : 'service';
}
