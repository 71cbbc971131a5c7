import { randomBytes } from 'node:crypto';

type Tracing = { endpoint: string; headers: Record<string, string>; serviceName: string };

/** What is reported about a request: like the log, nothing that could be a secret. */
type RequestSpan = {
  method: string;
  route: string;
  status: number;
  requestId: string;
  elapsedMs: number;
  /** The W3C Trace Context header of the request. */
  traceparent: string | undefined;
};

export type Tracer = {
  request(span: RequestSpan): void;
  /** Sends what is left. */
  stop(): Promise<void>;
};

type Options = Tracing & { version: string; log: { warn(fields: object, message: string): void } };

const sendEveryMs = 5000;
const mostSpans = 2048;
const batch = 512;
const timeoutMs = 10_000;
const parentPattern = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

/** A span for each request, sent to a collector as OTLP over HTTP, in JSON. Spans it can't take in time are dropped. */
export function createTracer({ endpoint, headers, serviceName, version, log }: Options): Tracer {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const about = { 'service.name': serviceName, 'service.version': version, 'process.pid': process.pid };
  let waiting: object[] = [];
  let [dropped, failing] = [0, false];

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, batch);
      const fault = await post(url, headers, bodyOf(about, version, spans));
      if (fault && !failing) log.warn({ reason: fault, dropped }, 'could not send traces; dropped them');
      failing = fault !== undefined;
      if (failing) waiting = [];
    }
    dropped = 0;
  }
  let sending: Promise<void> | undefined;
  const sendOnce = () => {
    sending ??= send().finally(() => {
      sending = undefined;
    });
    return sending;
  };
  const timer = setInterval(sendOnce, sendEveryMs).unref();
  return {
    request(span) {
      const made = spanOf(span, performance.timeOrigin + performance.now());
      if (!made) return;
      if (waiting.length < mostSpans) waiting.push(made);
      else dropped++;
    },
    async stop() {
      clearInterval(timer);
      await sending;
      await sendOnce();
    },
  };
}

/** Undefined if the client decided not to record this trace. */
function spanOf({ traceparent, ...told }: RequestSpan, endedAt: number): object | undefined {
  const [, traceId, parentSpanId, flags] = parentPattern.exec(traceparent ?? '') ?? [];
  if (flags && (Number.parseInt(flags, 16) & 1) === 0) return undefined;
  const { method, route, status, requestId, elapsedMs } = told;
  return {
    traceId: traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    ...(parentSpanId && { parentSpanId }),
    name: `${method} ${route}`,
    kind: 2,
    startTimeUnixNano: nanoseconds(endedAt - elapsedMs),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf({
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'latchkey.request_id': requestId,
    }),
    status: status >= 500 ? { code: 2 } : {},
  };
}

function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}

function attributesOf(values: Record<string, string | number>): object[] {
  return Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
}

function bodyOf(about: Record<string, string | number>, version: string, spans: object[]): string {
  const scopeSpans = [{ scope: { name: 'latchkey', version }, spans }];
  return JSON.stringify({ resourceSpans: [{ resource: { attributes: attributesOf(about) }, scopeSpans }] });
}

/** Why it was not accepted; undefined when it was. */
async function post(url: string, headers: Record<string, string>, body: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.body?.cancel();
    return response.ok ? undefined : `status ${response.status}`;
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? name;
  }
}
