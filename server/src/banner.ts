import type { Config } from './config.ts';

/** The command as typed here: from npm, or in a clone of the repository. */
const command = import.meta.url.includes('/node_modules/') ? 'npx latchkey' : 'npm run latchkey --';

/** What somebody who just started the service wants to know next. */
export function banner(config: Config, { isFresh }: { isFresh?: boolean }): string {
  const lines = [
    'Latchkey is running.',
    '',
    `  Address        ${config.baseUrl}`,
    `  API reference  ${config.baseUrl}/api/docs`,
    `  Make an admin  ${command} admin create --email you@example.com`,
  ];
  if (isFresh) lines.push('                 (the first one: open the address in a browser on this machine)');
  if (config.database.kind === 'embedded')
    lines.push(`  Data           ${config.database.folder} (embedded PostgreSQL)`);
  if (config.secrets.generated)
    lines.push(`  Secrets        generated, kept in ${config.folder}/secrets.json; production needs its own`);
  if (!config.email.resendApiKey && !config.email.smtpUrl) lines.push('  Mail           printed here');
  return `\n${lines.join('\n')}\n`;
}
