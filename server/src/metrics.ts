import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Metrics = {
  registry: Registry;
  requests: Histogram<'method' | 'route' | 'status'>;
  limiterFailOpen: Counter;
  mails: Counter<'status'>;
  webhookDeliveries: Counter<'status'>;
};

export function createMetrics(hashesWaiting: () => number): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: 'latchkey_hashes_waiting',
    help: 'Passwords and codes that wait to be hashed.',
    registers,
    collect() {
      this.set(hashesWaiting());
    },
  });
  return {
    registry,
    requests: new Histogram({
      name: 'latchkey_http_request_seconds',
      help: 'Time to answer, by declared route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    limiterFailOpen: new Counter({
      name: 'latchkey_rate_limiter_fail_open_total',
      help: 'Requests let through because the rate limit store did not answer.',
      registers,
    }),
    webhookDeliveries: new Counter({
      name: 'latchkey_webhook_deliveries_total',
      help: 'Attempts to deliver an event to an endpoint, by outcome.',
      labelNames: ['status'],
      registers,
    }),
    mails: new Counter({
      name: 'latchkey_mails_total',
      help: 'Attempts to send a mail, by outcome.',
      labelNames: ['status'],
      registers,
    }),
  };
}
