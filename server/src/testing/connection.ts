import postgres from 'postgres';

export type TestServer = { host: string; port: number; username: string; password: string; database: string };

export const templateDatabase = 'latchkey_template';

/** As the service itself connects. */
export const columnNames = { transform: { column: { from: postgres.toCamel, to: postgres.fromCamel } } };
