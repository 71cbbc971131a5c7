import { type Policy, unsetPolicy } from '@latchkey/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effectivePolicyOf, type Offer, strictestOf } from './effective-policy.ts';

const methods = ['password', 'passkey', 'email_code', 'google', 'github'];
const domains = ['one.example', 'two.example', 'three.example'];

const someOf = (values: string[], minLength: number) => fc.subarray(values, { minLength });
const policies: fc.Arbitrary<Policy> = fc.record({
  twoFactorRequired: fc.boolean(),
  twoFactorGraceDays: fc.integer({ min: 0, max: 30 }),
  signInMethods: fc.option(someOf(methods, 1)),
  sessionMinutes: fc.option(fc.integer({ min: 1, max: 43_200 })),
  idleMinutes: fc.option(fc.integer({ min: 1, max: 43_200 })),
  recentProofMinutes: fc.option(fc.integer({ min: 1, max: 10 })),
  emailDomains: someOf(domains, 0),
  passwordStrength: fc.integer({ min: 0, max: 4 }),
  passwordBreachCheck: fc.boolean(),
});

const atMost = (one: number | null, other: number | null) => other === null || (one !== null && one <= other);

/** Whether everything that passes the first policy passes the second, too. */
function isAsStrict(one: Policy, other: Policy): boolean {
  const { signInMethods, emailDomains } = one;
  return (
    (!other.twoFactorRequired ||
      (one.twoFactorRequired && one.twoFactorGraceDays <= other.twoFactorGraceDays)) &&
    (!other.signInMethods ||
      (signInMethods?.every((each) => other.signInMethods?.includes(each)) ?? false)) &&
    atMost(one.sessionMinutes, other.sessionMinutes) &&
    atMost(one.idleMinutes, other.idleMinutes) &&
    atMost(one.recentProofMinutes, other.recentProofMinutes) &&
    (other.emailDomains.length === 0 ||
      (emailDomains.length > 0 && emailDomains.every((each) => other.emailDomains.includes(each)))) &&
    one.passwordStrength >= other.passwordStrength &&
    (one.passwordBreachCheck || !other.passwordBreachCheck)
  );
}

const offer: Offer = {
  providers: [{ name: 'google' }] as Offer['providers'],
  emailLogin: false,
  passkeyDomain: 'localhost',
  twoFactorForAll: false,
  features: { oidc: true, sso: true, dynamicClients: false, mcp: false, accountDeletion: true },
};

describe('the strictest of two policies', () => {
  test("never loosens the service's", () => {
    fc.assert(
      fc.property(policies, policies, (system, organization) => {
        expect(isAsStrict(strictestOf(system, organization), system)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("is as strict as the organization's, but for lists that have nothing in common", () => {
    fc.assert(
      fc.property(policies, policies, (system, organization) => {
        const common = (one: string[] | null, other: string[] | null) =>
          !one?.length || !other?.length || one.some((each) => other.includes(each));
        fc.pre(
          common(system.signInMethods, organization.signInMethods) &&
            common(system.emailDomains, organization.emailDomains),
        );
        expect(isAsStrict(strictestOf(system, organization), organization)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  test("is the service's own if the organization asks for nothing", () => {
    fc.assert(
      fc.property(policies, (system) => {
        fc.pre(system.twoFactorRequired);
        expect(strictestOf(system, unsetPolicy)).toEqual(system);
      }),
    );
  });

  test("keeps the service's order, and its list where nothing is in common", () => {
    const of = (signInMethods: string[], emailDomains: string[]) => ({
      ...unsetPolicy,
      signInMethods,
      emailDomains,
    });
    const system = of(['github', 'password', 'passkey'], ['b.example', 'a.example']);
    expect(strictestOf(system, of(['passkey', 'github'], ['a.example', 'b.example']))).toMatchObject({
      signInMethods: ['github', 'passkey'],
      emailDomains: ['b.example', 'a.example'],
    });
    expect(strictestOf(system, of(['google'], ['c.example']))).toMatchObject({
      signInMethods: ['github', 'password', 'passkey'],
      emailDomains: ['b.example', 'a.example'],
    });
  });

  test('takes the grace of the policy that requires a second factor', () => {
    const requiring = { ...unsetPolicy, twoFactorRequired: true, twoFactorGraceDays: 20 };
    expect(strictestOf(requiring, { ...unsetPolicy, twoFactorGraceDays: 1 }).twoFactorGraceDays).toBe(20);
    expect(strictestOf({ ...requiring, twoFactorGraceDays: 30 }, requiring).twoFactorGraceDays).toBe(20);
  });
});

describe('ways of signing in that are not offered', () => {
  test('are left out', () => {
    const organization = {
      ...unsetPolicy,
      signInMethods: ['email_code', 'github', 'sso', 'google', 'passkey'],
    };
    expect(effectivePolicyOf(offer, { organization }).signInMethods).toEqual(['google', 'passkey']);
    const connected = { organization, hasConnection: true };
    expect(effectivePolicyOf(offer, connected).signInMethods).toEqual(['sso', 'google', 'passkey']);
  });

  test('leave an empty list if there are no others', () => {
    const organization = { ...unsetPolicy, signInMethods: ['github'] };
    expect(effectivePolicyOf(offer, { organization }).signInMethods).toEqual([]);
  });
});

test('the setting that requires two-factor of everyone is a policy without grace', () => {
  const effective = effectivePolicyOf({ ...offer, twoFactorForAll: true }, { organization: unsetPolicy });
  expect(effective).toMatchObject({ twoFactorRequired: true, twoFactorGraceDays: 0 });
});
