import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { urlOf } from './postgres.mjs';
import { freePort, startServer } from './processes.mjs';

const program = fileURLToPath(new URL('../../../server/bin/latchkey.js', import.meta.url));

/** These count every request and never refuse one. */
const limits = [
  'LOGIN',
  'REGISTER',
  'FORGOT_PASSWORD',
  'RESET_PASSWORD',
  'RESEND_VERIFICATION',
  'REQUEST_UNLOCK',
  '2FA_VALIDATE',
  '2FA_SETUP',
  'OIDC_TOKEN',
  'OIDC_INTROSPECT',
  'INVITES',
  'INVITES_UNVERIFIED',
];

const secrets = {
  SESSION_SECRET: 'vR7kQ2mZ9xW4bN8tY1cH6jL3pF5sD0gA-session',
  JWT_SECRET: 'aG0dS5fP3lJ6hC1yT8nB4wX9zM2qK7rV-access',
  JWT_REFRESH_SECRET: 'Lp4Wc9Xz2Vb7Nm1Qa6Sd3Fg8Hj5Kl0Ty-refresh',
};

/**
 * The service as in production: the built program, with log, metrics, limits and all headers on.
 * @param {{ scratch: string, mail: string, database: import('./postgres.mjs').Parts | string, env?: Record<string, string>, args?: string[] }} place
 */
export async function startLatchkey({ scratch, mail, database, env = {}, args = [program] }) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  return startServer({
    name: 'Latchkey',
    // Same as `npm start`.
    args: ['--max-semi-space-size=8', ...args, 'serve'],
    port,
    ready: '/api/health/ready',
    log: join(scratch, `latchkey-${port}.log`),
    env: {
      NODE_ENV: 'production',
      DATABASE_URL: typeof database === 'string' ? database : urlOf(database),
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      BASE_URL: `http://127.0.0.1:${port}`,
      // Behind a proxy, as in production, so the bench can use many addresses.
      TRUST_PROXY: 'loopback',
      SMTP_URL: mail,
      EMAIL_FROM: 'bench@example.com',
      RATE_LIMIT_MAX: '1000000000',
      ...Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, '999999999/1h'])),
      ...secrets,
      ...env,
    },
  });
}
