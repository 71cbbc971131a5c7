import { type Logger, pino } from 'pino';
import { build as prettyStream } from 'pino-pretty';
import type { Config } from './config.ts';

export type Log = Logger;

// Nothing is logged with a body, cookie or header on it; this stands behind that, should someone try.
const secretKeys = [
  'password',
  'token',
  'secret',
  'cookie',
  'authorization',
  'refreshToken',
  'accessToken',
  'pendingToken',
];
const redact = {
  paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
  censor: '[redacted]',
};

export function createLogger(config: Pick<Config, 'environment' | 'logLevel'>): Log {
  const options = { level: config.logLevel, base: null, redact, timestamp: pino.stdTimeFunctions.isoTime };
  if (config.environment === 'production') return pino(options);
  return pino(
    options,
    prettyStream({ colorize: process.stdout.isTTY, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss' }),
  );
}
