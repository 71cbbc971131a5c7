const names: Record<string, string> = { github: 'GitHub', gitlab: 'GitLab' };

/** What a provider is called, going by the name in its settings. */
export function providerName(provider: string): string {
  return names[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1);
}
