import { canParseUrl } from '@latchkey/contract';
/** A `postgres://` address, parsed as PostgreSQL's own programs do. */
export type DatabaseUrl = {
  /** To be tried in this order. A host that is a path is the folder of a socket. */
  hosts: { host: string; port: number }[];
  tls: TlsMode;
  /** A file of certificates to trust, or `system`. */
  rootCertificate: string | undefined;
  /** Files that prove who we are, if the server asks. */
  client: { certificate: string; key: string } | undefined;
  /** Everything else, for the driver. */
  rest: string;
};

const tlsModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** Says what is wrong with an address, in words that follow the variable's name. */
export class DatabaseUrlError extends Error {}

const parts = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/;

/** An address for each of its hosts. */
export function eachHost(given: string): string[] {
  const [, scheme = '', authority = '', more = ''] = parts.exec(given) ?? [];
  const user = authority.slice(0, authority.lastIndexOf('@') + 1);
  return parseDatabaseUrl(given).hosts.map(({ host, port }) => {
    const url = new URL(`${scheme}${user}localhost${more}`);
    url.searchParams.set('host', host);
    url.searchParams.set('port', String(port));
    return url.href;
  });
}

export function parseDatabaseUrl(given: string): DatabaseUrl {
  const [, scheme, authority = '', more = ''] = parts.exec(given) ?? [];
  const hostsAt = authority.lastIndexOf('@') + 1;
  // Node.js does not accept several hosts with ports as a URL.
  const withOneHost = `${scheme}${authority.slice(0, hostsAt)}localhost${more}`;
  if (!scheme || !`${authority}${more}` || !canParseUrl(withOneHost)) throw notAnAddress();
  const url = new URL(withOneHost);
  const take = (name: string) => {
    const value = url.searchParams.get(name);
    url.searchParams.delete(name);
    return value || undefined;
  };
  refuseStandby(take('target_session_attrs'));
  const hosts = hostsOf(authority.slice(hostsAt), take('host'), take('port'));
  const [mode, ssl, rootCertificate] = [take('sslmode'), take('ssl'), take('sslrootcert')];
  const client = clientCertificate(take('sslcert'), take('sslkey'));
  return { hosts, tls: tlsModeOf(mode ?? ssl, rootCertificate), rootCertificate, client, rest: url.href };
}

/** From the URL's own place, or from `?host=` and `?port=`, which take precedence. */
function hostsOf(inUrl: string, names: string | undefined, ports: string | undefined): DatabaseUrl['hosts'] {
  const own = inUrl.split(',').map(hostAndPort);
  const hosts = names?.split(',') ?? own.map(({ host }) => host);
  const numbers = ports?.split(',') ?? own.map(({ port }) => port);
  if (numbers.length > 1 && numbers.length !== hosts.length)
    throw new DatabaseUrlError('must have one port for all hosts, or one for each');
  return hosts.map((host, at) => {
    const port = Number((numbers.length > 1 ? numbers[at] : numbers[0]) || 5432);
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new DatabaseUrlError('must have ports from 1 to 65535');
    return { host: host || 'localhost', port };
  });
}

function hostAndPort(text: string): { host: string; port: string | undefined } {
  const [whole, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw notAnAddress();
  return { host: decodeURIComponent(name).replace(/^\[(.*)\]$/, '$1'), port };
}

function clientCertificate(certificate: string | undefined, key: string | undefined): DatabaseUrl['client'] {
  if (!certificate !== !key) throw new DatabaseUrlError('must have sslcert and sslkey together');
  return certificate && key ? { certificate, key } : undefined;
}

/** An unknown word is refused: a typo in `verify-full` must not turn the check off. */
function tlsModeOf(given: string | undefined, rootCertificate: string | undefined): TlsMode {
  if (rootCertificate === 'system') return 'verify-full';
  if (given === undefined || given === 'false') return 'disable';
  const mode = given === 'true' ? 'require' : tlsModes.find((known) => known === given);
  if (!mode) throw new DatabaseUrlError(`must have an sslmode of ${tlsModes.join(', ')}`);
  // Without a name to check, any certificate from any public authority would do.
  if (mode === 'verify-ca' && !rootCertificate)
    throw new DatabaseUrlError('must name the authority with sslrootcert for sslmode=verify-ca');
  // As in libpq: naming an authority means it must be checked.
  return mode === 'require' && rootCertificate ? 'verify-ca' : mode;
}

/** Only a server that can be written to is of use here. */
function refuseStandby(wanted: string | undefined): void {
  if (wanted && !['any', 'read-write', 'primary'].includes(wanted))
    throw new DatabaseUrlError(
      'must not ask for a standby with target_session_attrs: Latchkey needs the primary',
    );
}

function notAnAddress(): DatabaseUrlError {
  return new DatabaseUrlError('must be postgres://… or embedded:<folder>');
}
