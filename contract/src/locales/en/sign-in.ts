/** The texts of the pages before signing in, and those that they share with the console. */
export const messages = {} as const;
