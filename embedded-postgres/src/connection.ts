/** Options for the `postgres` client. `host` is the folder of a socket, or an address on Windows. */
export type Connection = { host: string; port: number; username: string; password: string; database: string };

/** The default name of the database and its owner. */
export const defaultName = 'app';
