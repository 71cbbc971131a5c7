import * as checks from './checks.mjs';

/** Every section, in the order they are run and written. */
export const sections = { checks };
