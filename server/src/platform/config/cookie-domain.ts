/** Names under which a country's registry hands out domains: co.uk, com.au, or.jp. */
const ofCountry = /^(ac|co|com|edu|go|gob|gov|mil|ne|net|or|org)\.[a-z]{2}$/;

/** Where hosting companies hand out names to strangers. */
const ofHosts: ReadonlySet<string> = new Set(
  (
    'amazonaws.com appspot.com azurestaticapps.net azurewebsites.net cloudapp.net cloudfront.net deno.dev duckdns.org ' +
    'firebaseapp.com fly.dev github.io gitlab.io herokuapp.com lovable.app netlify.app ngrok-free.app ngrok.app ' +
    'ngrok.io onrender.com pages.dev repl.co replit.app run.app surge.sh trycloudflare.com up.railway.app vercel.app ' +
    'web.app workers.dev'
  ).split(' '),
);

/**
 * Whether strangers have their own names under this one. Not a complete list: browsers know all such names, and accept
 * no cookie for any of them. These are the ones an operator is likely to try, reported at startup.
 */
export function isPublicSuffix(domain: string): boolean {
  return !domain.includes('.') || ofCountry.test(domain) || ofHosts.has(domain);
}

export function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** Every domain a cookie of this host could be set for: the host, and everything above it but the last label. */
export function domainsOf(host: string): string[] {
  const labels = host.split('.');
  // An IP address has no domains.
  if (/^\d+$/.test(labels.at(-1) ?? '') || host.includes(':')) return [];
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}
