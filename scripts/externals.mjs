/** What the bundle of the service doesn't hold: native code, packages that find their own files, and the pretty log. */
export const externals = ['@node-rs/argon2', '@node-rs/bcrypt', '@latchkey/embedded-postgres', 'pino-pretty'];
