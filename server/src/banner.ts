import type { Config } from './config.ts';

/** What somebody who just typed `npm start` wants to know next. */
export function banner(config: Config): string {
  const lines = [
    'Latchkey is running.',
    '',
    `  Address        ${config.baseUrl}`,
    `  API reference  ${config.baseUrl}/api/docs`,
    '  Make an admin  npm run latchkey -- admin create --email you@example.com',
    '                 (the first one: open the address in a browser on this machine)',
  ];
  if (config.database.kind === 'embedded')
    lines.push(`  Data           ${config.database.folder} (embedded PostgreSQL)`);
  if (config.secrets.generated)
    lines.push(`  Secrets        generated, kept in ${config.folder}/secrets.json; production needs its own`);
  if (!config.email.resendApiKey && !config.email.smtpUrl) lines.push('  Mail           printed here');
  return `\n${lines.join('\n')}\n`;
}
