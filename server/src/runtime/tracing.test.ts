import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { eventually } from '@latchkey/server/testing/eventually';
import { startService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
};
type Taken = { headers: Record<string, unknown>; text: string; spans: Span[]; service: unknown };

const taken: Taken[] = [];
let answer = 200;
const collector = createServer(async (request, response) => {
  const body = (await json(request)) as {
    resourceSpans: { resource: unknown; scopeSpans: { spans: Span[] }[] }[];
  };
  const [sent] = body.resourceSpans;
  taken.push({
    headers: { ...request.headers, url: request.url },
    text: JSON.stringify(body),
    spans: sent?.scopeSpans[0]?.spans ?? [],
    service: sent?.resource,
  });
  response.writeHead(answer).end('{}');
});

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  collector.close();
  collector.closeAllConnections();
});
beforeEach(() => {
  taken.length = 0;
  answer = 200;
});

/** Starts the service with a collector, lets it work, and stops it: what is waiting then is sent. */
async function traced(work: (service: Awaited<ReturnType<typeof startService>>) => Promise<unknown>) {
  const { port } = collector.address() as AddressInfo;
  const service = await startService({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=acme,authorization=Bearer%20abc',
    },
  });
  await work(service);
  await service.close();
  return service.logged.join('');
}

test('each request is a span named after its declared route, without its path, query or body', async () => {
  await traced(async (service) => {
    const client = service.client();
    await client.get('/api/invites/a-secret-token?also=secret');
    await client.post('/api/auth/login', { email: 'nobody@example.com', password: 'Secret-Horse-1' });
  });
  expect(taken).toHaveLength(1);
  const [{ headers, spans, text, service } = {} as Taken] = taken;
  expect(headers).toMatchObject({ url: '/v1/traces', 'x-team': 'acme', authorization: 'Bearer abc' });
  expect(spans.map(({ name }) => name)).toEqual(['GET /api/invites/:token', 'POST /api/auth/login']);
  for (const span of spans) {
    expect(span.traceId).toMatch(/^[\da-f]{32}$/);
    expect(BigInt(span.endTimeUnixNano)).toBeGreaterThan(BigInt(span.startTimeUnixNano));
  }
  expect(JSON.stringify(service)).toContain('"latchkey"');
  expect(text).not.toMatch(/secret|Secret|nobody@example/);
});

test('a trace started elsewhere continues here, unless it is not sampled', async () => {
  const [traceId, parent] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  await traced(async (service) => {
    const ask = (traceparent: string) =>
      service.client().get('/api/health/live', { headers: { traceparent } });
    await ask(`00-${traceId}-${parent}-01`);
    await ask(`00-${traceId}-${parent}-00`);
    await ask('nonsense');
  });
  const spans = taken.flatMap((each) => each.spans);
  expect(spans).toHaveLength(2);
  expect(spans[0]).toMatchObject({ traceId, parentSpanId: parent });
  expect(spans[1]?.parentSpanId).toBeUndefined();
});

test('a collector that keeps refusing traces is logged once and does not block shutdown', async () => {
  answer = 503;
  const logged = await traced(async (service) => {
    for (let refused = 1; refused <= 3; refused++) {
      await service.client().get('/api/health/live');
      await eventually(async () => {
        await service.deps.tracer?.stop();
        expect(taken).toHaveLength(refused);
      });
    }
  });
  expect(logged.match(/could not send traces/g)).toHaveLength(1);
});

test('without an endpoint there is no tracer', async () => {
  const service = await startService();
  expect(service.deps.tracer).toBeUndefined();
});
