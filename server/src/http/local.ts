import { isLoopback } from '../platform/address.ts';
import type { Config } from '../platform/config/config.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Call } from './call.ts';

/** Headers that proxies and tunnels add: a client behind one is somewhere else, whatever the socket says. */
const forwarding =
  /^(forwarded|via|x-forwarded(-.+)?|x-original-.+|x-(real|client)-ip|(true|cf|fly|fastly)-(client|connecting)-ip)$/;

/** A route for the person at this machine doesn't exist for any other client. */
export function refuseDistant({ route, deps, request }: Call): Refusal | undefined {
  return route.local && !isLocal(deps.config, request) ? refuse('NOT_FOUND') : undefined;
}

type Request = {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
};

/**
 * The socket alone isn't enough: a page from elsewhere can make a browser here call (the Origin shows that), under a
 * name that points here (the Host shows that).
 */
function isLocal({ environment, baseUrl }: Config, { headers, socket }: Request): boolean {
  const { host, origin } = headers;
  return (
    environment === 'development' &&
    isLoopback(socket.remoteAddress ?? '') &&
    !Object.keys(headers).some((name) => forwarding.test(name)) &&
    isHere(baseUrl) &&
    isHere(`http://${host}`) &&
    (origin === undefined || isHere(String(origin)))
  );
}

function isHere(address: string): boolean {
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}
