import { type Policy, type PolicyReason, unsetPolicy } from '@latchkey/contract';

const methodNames: Record<string, string> = {
  password: 'Password',
  passkey: 'Passkey',
  email_code: 'Emailed code',
  sso: 'Single sign-on',
  google: 'Google',
  github: 'GitHub',
};

const nameOfMethod = (method: string) => methodNames[method] ?? method;

export const reasonWords: Record<PolicyReason, string> = {
  SSO_REQUIRED: 'Must use single sign-on',
  SIGN_IN_METHOD_NOT_ALLOWED: 'No allowed way to sign in',
  TWO_FACTOR_SETUP_REQUIRED: 'No second factor',
  SESSION_TOO_OLD: 'Session too old',
};

export const strengthNames = ['Any', 'Weak', 'Fair', 'Good', 'Strong'];

const minutes = (value: number | null) => {
  if (value === null) return 'No limit';
  return value === 1 ? '1 minute' : `${value.toLocaleString()} minutes`;
};
const days = (value: number) => (value === 1 ? '1 day' : `${value} days`);

type Row = { field: keyof Policy; label: string; value: (policy: Policy) => string };

/** What a policy asks for, in words. */
export const rows: Row[] = [
  {
    field: 'twoFactorRequired',
    label: 'Two-factor authentication',
    value: ({ twoFactorRequired, twoFactorGraceDays }) => {
      if (!twoFactorRequired) return 'Optional';
      return twoFactorGraceDays === 0 ? 'Required at once' : `Required after ${days(twoFactorGraceDays)}`;
    },
  },
  {
    field: 'signInMethods',
    label: 'Ways to sign in',
    value: ({ signInMethods }) => {
      if (!signInMethods) return 'All';
      return (
        signInMethods.map(nameOfMethod).join(', ') || 'None that this service offers: only owners get in'
      );
    },
  },
  { field: 'sessionMinutes', label: 'Session length', value: (policy) => minutes(policy.sessionMinutes) },
  { field: 'idleMinutes', label: 'Session without use', value: (policy) => minutes(policy.idleMinutes) },
  {
    field: 'recentProofMinutes',
    label: 'A proof counts as recent for',
    value: (policy) => minutes(policy.recentProofMinutes ?? 10),
  },
  {
    field: 'emailDomains',
    label: 'Email domains that may join',
    value: ({ emailDomains }) => emailDomains.join(', ') || 'Any',
  },
  {
    field: 'passwordStrength',
    label: 'Strength of new passwords',
    value: ({ passwordStrength }) => strengthNames[passwordStrength] ?? String(passwordStrength),
  },
  {
    field: 'passwordBreachCheck',
    label: 'Passwords known from breaches',
    value: ({ passwordBreachCheck }) => (passwordBreachCheck ? 'Refused' : 'Not checked'),
  },
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
