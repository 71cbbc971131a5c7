/** Every section, in the order they are run and written; each is a file of that name. */
export const sectionNames = [
  'checks',
  'revocation',
  'login',
  'saturation',
  'webhooks',
  'oidc',
  'memory',
  'startup',
  'cores',
  'growth',
];

/** @returns {Promise<{ title: string, run: (stage: import('../stage.mjs').Stage) => Promise<import('../report/section.mjs').Section> }>} */
export const loadSection = (name) => import(`./${name}.mjs`);
