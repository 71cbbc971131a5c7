/** The texts of the pages that need a session. */
export const messages = {} as const;
