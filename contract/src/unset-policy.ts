import type { Policy } from './policy-shapes.ts';

/** A policy that asks for nothing. Without schemas: pages that compare with it load none. */
export const unsetPolicy: Policy = {
  twoFactorRequired: false,
  twoFactorGraceDays: 14,
  signInMethods: null,
  sessionMinutes: null,
  idleMinutes: null,
  recentProofMinutes: null,
  emailDomains: [],
  passwordStrength: 0,
  passwordBreachCheck: false,
};
