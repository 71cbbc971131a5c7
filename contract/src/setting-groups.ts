// Without schemas: pages that only name these don't load any.
/** As docs/configuration.md has them, in this order. */
export const settingGroups = [
  'service',
  'database',
  'secrets',
  'mail',
  'sign_in',
  'providers',
  'applications',
  'organizations',
  'looks',
  'limits',
  'retention',
  'observation',
] as const;
export type SettingGroup = (typeof settingGroups)[number];
