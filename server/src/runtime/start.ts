import { isLoopback } from '../platform/address.ts';
import type { Config } from '../platform/config/config.ts';
import type { Log } from '../platform/log.ts';
import { checkPort } from './addresses.ts';

export type Running = {
  address: string;
  /** The version of the PostgreSQL server. */
  postgres?: string;
  /** In development: there are no accounts yet. */
  isFresh?: boolean;
  close(): Promise<void>;
};
type Close = () => unknown;

/** A start under way. */
export type Start = {
  config: Config;
  log: Log;
  stopping: AbortSignal;
  /** Closed when the service stops or its start fails, last one first. */
  opened: Close[];
  /** Waits for a step, but only until the start is broken off. */
  unlessStopped<T>(step: Promise<T>): Promise<T>;
};

/** Takes the steps, which return what is running. A start that fails or is broken off rejects once all is closed. */
export async function start(
  given: Pick<Start, 'config' | 'log' | 'stopping'>,
  steps: (start: Start) => Promise<Omit<Running, 'close'>>,
): Promise<Running> {
  const opened: Close[] = [];
  const close = async () => {
    for (const each of opened.splice(0).reverse()) await closeOne(each, given.log);
  };
  const over = new AbortController();
  try {
    const unlessStopped = breaker(given.stopping, over.signal);
    return { ...(await steps({ ...given, opened, unlessStopped })), close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    over.abort();
  }
}

/** Listens until the start is over: a signal may outlive many of them. */
function breaker(stopping: AbortSignal, over: AbortSignal): Start['unlessStopped'] {
  const stopped = new Promise<never>((_resolve, reject) => {
    stopping.addEventListener('abort', () => reject(stopping.reason), { once: true, signal: over });
  });
  stopped.catch(() => undefined);
  return async (step) => {
    const outcome = await Promise.race([step, stopped]);
    stopping.throwIfAborted();
    return outcome;
  };
}

/** Whatever fails to close must not keep the rest, above all the database, from being closed. */
async function closeOne(close: Close, log: Log): Promise<void> {
  try {
    await close();
  } catch (error) {
    log.error({ err: error }, 'could not close cleanly');
  }
}

/** Next steps for the operator who just started the service. */
export function banner(config: Config, { address, isFresh, postgres }: Omit<Running, 'close'>): string {
  const lines = [
    'Latchkey is running.',
    '',
    `  Address        ${config.baseUrl}`,
    `  Listens on     ${address}`,
    ...(config.apiDocs
      ? [`  Guides         ${config.baseUrl}/docs`, `  API reference  ${config.baseUrl}/api/docs`]
      : []),
    `  SDK            npm install ${config.baseUrl}/sdk.tgz`,
    `  Make an admin  npx latchkey admin create --email you@example.com`,
  ];
  // The setup page is only for a browser on this machine, at an address that leads here.
  if (isFresh && isLoopback(new URL(config.baseUrl).hostname))
    lines.push('                 (the first one: open the address in a browser on this machine)');
  const { database } = config;
  lines.push(
    database.kind === 'embedded'
      ? `  Data           ${database.folder} (embedded PostgreSQL ${postgres})`
      : `  Data           PostgreSQL ${postgres}`,
  );
  if (config.secrets.generated)
    lines.push(`  Secrets        generated, kept in ${config.folder}/secrets.json; production needs its own`);
  if (!config.email.resendApiKey && !config.email.smtpUrl) lines.push('  Mail           printed here');
  return `\n${lines.join('\n')}\n`;
}

type Ports = Pick<Config, 'host' | 'port' | 'metricsHost' | 'metricsPort'>;

/** Checked before a database is made: that takes seconds, and a taken port ends the start anyway. */
export async function checkPorts({ host, port, metricsHost, metricsPort }: Ports): Promise<void> {
  await checkPort(host, port, 'PORT');
  if (metricsPort !== undefined) await checkPort(metricsHost, metricsPort, 'METRICS_PORT');
}
