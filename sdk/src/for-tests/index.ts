export { type SignInOptions, sessionFor, signIn, type TestSession, type TestUser } from './sessions.js';
export { type StartOptions, startLatchkey, type TestLatchkey } from './start-latchkey.js';
