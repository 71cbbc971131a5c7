const loopback = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?((?:[/?].*)?)$/;

/** Exact match. Only the port of a loopback address is free: a native application listens where there is room. */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  return registered.includes(asked) || registered.some((each) => differsInPort(each, asked));
}

function differsInPort(registered: string, asked: string): boolean {
  const [one, other] = [loopback.exec(registered), loopback.exec(asked)];
  return one !== null && other !== null && one[1] === other[1] && one[2] === other[2];
}

/** An address with more in its query. The registered part stays as it was. */
export function withQuery(uri: string, query: Record<string, string | undefined>): URL {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const search = new URLSearchParams(given as [string, string][]).toString();
  return new URL(search === '' ? uri : `${uri}${uri.includes('?') ? '&' : '?'}${search}`);
}
