import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Can be listened on now. Throws what the system says if not. */
async function tryListening(host: string, port: number): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

/** Where to listen. `localhost` is often two addresses, and not every machine has both. */
export async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host];
  const found = (await lookup(host, { all: true })).map(({ address }) => address);
  const tries = await Promise.allSettled(found.map((address) => tryListening(address, 0)));
  const there = found.filter((_address, nth) => tries[nth]?.status === 'fulfilled');
  return there.length > 0 ? there : [host];
}

/** `variable` is the setting that an error names. */
export async function checkPort(host: string, port: number, variable: string): Promise<void> {
  if (port === 0) return;
  try {
    for (const address of await addressesOf(host)) await tryListening(address, port);
  } catch (error) {
    throw Object.assign(error as Error, { variable });
  }
}
