import { createRequire } from 'node:module';
import { type DestinationStream, type Logger, pino } from 'pino';
import { isoTime, systemClock } from './clock.ts';
import type { Config } from './config/config.ts';

/** What is logged about a request. Nothing here is a caller's own words: a path, query or header may hold a secret. */
type RequestLine = {
  requestId: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  ip: string;
};
export type Log = Logger & { request(level: 'info' | 'debug', line: RequestLine): void };

// Nothing is logged with a body, cookie or header on it; this is the safety net for mistakes in our code.
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

/** In production, one line of JSON each; otherwise one line for people. */
export function createLogger(
  config: Pick<Config, 'environment' | 'logLevel'>,
  destination?: DestinationStream,
): Log {
  const options = {
    level: config.logLevel,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    redact,
    timestamp,
    serializers: { err: describeError },
  };
  const out =
    config.environment === 'production' ? (destination ?? standardOutput(config)) : readable(destination);
  const log = pino(options, out);
  return Object.assign(log, { request: requestLines(log, out) });
}

/** Where lines go by default. */
export function standardOutput({ environment }: Pick<Config, 'environment'>): DestinationStream {
  return environment === 'production' ? gathered() : pino.destination(1);
}

const clock = systemClock();
const timestamp = () => `,"time":"${isoTime(clock.now())}"`;

/** The line for every request, built from parts known to need no escaping. */
function requestLines(log: Logger, out: DestinationStream): Log['request'] {
  return (level, { requestId, method, route, status, ms, ip }) => {
    if (!log.isLevelEnabled(level)) return;
    const head = `{"level":"${level}"${timestamp()}`;
    out.write(
      `${head},"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${ms},"ip":"${ip}","msg":"request"}\n`,
    );
  };
}

const gatherMs = 250;
const gatherLength = 16_384;

/** Lines are gathered and written together, a moment later or when the process ends, however it does. */
function gathered(): DestinationStream {
  let lines = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines !== '') out.write(lines);
    lines = '';
  };
  // Before the destination's own listener, which closes it.
  process.on('beforeExit', flush);
  const out = pino.destination({ dest: 1, sync: false });
  let closed = false;
  out.once('close', () => {
    closed = true;
  });
  process.on('exit', () => {
    if (closed) return;
    flush();
    out.flushSync();
  });
  return {
    write(line) {
      lines += line;
      if (lines.length >= gatherLength) flush();
      else timer ??= setTimeout(flush, gatherMs).unref();
    },
  };
}

type Described = Record<string, unknown> & { cause?: Described };

/** What a person needs to find a fault. Not an error's other fields: a failed query includes its row. */
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

/** Written at once, so lines and what is printed beside them stay in order. */
function readable(destination?: DestinationStream): DestinationStream {
  const out = destination ?? pino.destination(1);
  // Loaded for the first line: most commands write none.
  let pretty: ReturnType<typeof prettyLines> | undefined;
  return {
    write(line) {
      pretty ??= prettyLines(destination === undefined && process.stdout.isTTY);
      out.write(pretty(line));
    },
  };
}

function prettyLines(colorize: boolean) {
  // Not for production, which does without it.
  const { prettyFactory } = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
  return prettyFactory({
    colorize,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'method,route,status,ms,ip,requestId',
    messageFormat: (log, messageKey) => {
      const { method, route, status, ms, requestId } = log;
      const message = route ? `${method} ${route} ${status} in ${ms} ms` : String(log[messageKey]);
      return requestId ? `${message} (${requestId})` : message;
    },
  });
}
