/** Every section, in the order they run and are written. Each is a file with that name. */
export const sectionNames = [
  'checks',
  'verify',
  'several',
  'revocation',
  'login',
  'saturation',
  'webhooks',
  'oidc',
  'memory',
  'startup',
  'growth',
];

/** @returns {Promise<{ title: string, run: (stage: import('../stage.mjs').Stage) => Promise<import('../report/section.mjs').Section> }>} */
export const loadSection = (name) => import(`./${name}.mjs`);
