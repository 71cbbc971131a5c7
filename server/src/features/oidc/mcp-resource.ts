import { mcpScopes, type OidcScope } from '@latchkey/contract';
import type { OidcDeps } from './oidc-deps.ts';

/** The `resource` of access tokens that read over the protocol here. */
export function mcpResource({ oidc }: Pick<OidcDeps, 'oidc'>): string {
  return `${oidc.issuer}/api/mcp`;
}

/** Scopes that exist only for that resource, whatever else an application may ask for. */
export function scopesToRead(
  deps: Pick<OidcDeps, 'oidc' | 'config'>,
  { resource, scope }: { resource: string | null | undefined; scope: string | undefined },
): OidcScope[] {
  if (!deps.config.features.mcp || resource !== mcpResource(deps)) return [];
  const words = (scope ?? '').split(' ');
  return mcpScopes.filter((name) => words.includes(name)) as OidcScope[];
}
