import type { Config } from '../config.ts';
import { isLoopback } from '../loopback.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Call } from './call.ts';

/** What proxies and tunnels add: whoever is behind them is somewhere else, whatever their socket says. */
const forwarding =
  /^(forwarded|via|x-forwarded(-.+)?|x-original-.+|x-(real|client)-ip|(true|cf|fly|fastly)-(client|connecting)-ip)$/;

/** A door for the person at this machine is not there for anybody else. */
export function refuseDistant({ route, deps, request }: Call): Refusal | undefined {
  return route.local && !isLocal(deps.config, request) ? refuse('NOT_FOUND') : undefined;
}

type Request = {
  headers: Record<string, string | string[] | undefined>;
  socket: { remoteAddress?: string | undefined };
};

/**
 * The socket alone would not do: a page elsewhere can make the browser here call (its Origin tells), under a name that
 * leads here (the Host tells).
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
