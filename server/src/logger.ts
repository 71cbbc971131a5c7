import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyFactory } from 'pino-pretty';
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

/** In production one line of JSON each; otherwise one line for people. */
export function createLogger(
  config: Pick<Config, 'environment' | 'logLevel'>,
  destination?: DestinationStream,
): Log {
  const options = {
    level: config.logLevel,
    base: null,
    redact,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
  };
  if (config.environment !== 'production') return pino(options, readable(destination));
  return destination ? pino(options, destination) : pino(options);
}

type Described = Record<string, unknown> & { cause?: Described };

/** What a person needs to find a fault. Not an error's other fields: a failed query brings its row along. */
function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, table_name, column_name, constraint_name } = error as Error & Record<string, unknown>;
  return {
    type: error.name,
    code,
    message: error.message,
    table_name,
    column_name,
    constraint_name,
    stack: error.stack,
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}

/** Written at once, so that lines and what is printed beside them keep their order. */
function readable(destination?: DestinationStream): DestinationStream {
  const pretty = prettyFactory({
    colorize: destination === undefined && process.stdout.isTTY,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'method,route,status,ms,ip,requestId',
    messageFormat: (log, messageKey) => {
      const { method, route, status, ms, requestId } = log;
      const message = route ? `${method} ${route} ${status} in ${ms} ms` : String(log[messageKey]);
      return requestId ? `${message} (${requestId})` : message;
    },
  });
  const out = destination ?? pino.destination(1);
  return { write: (line) => out.write(pretty(line)) };
}
