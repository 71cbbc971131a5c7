const most = 50;

/** A key made from what someone calls a role, as far as it has Latin letters or digits. The service checks it. */
export function keyFrom(name: string, prefix: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(prefix ? /^-+/ : /^[-0-9]+/, '');
  return (prefix + plain).slice(0, most).replace(/-+$/, plain ? '' : '$&');
}
