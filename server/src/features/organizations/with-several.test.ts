import { startAllWith } from '@latchkey/server/testing/service';

// Where people may belong to several organizations, nothing changes for those who belong to one.
startAllWith({ ALLOW_SEVERAL_ORGANIZATIONS: 'true' });
await import('./accept-invite.test.ts');
await import('./drop-invites.test.ts');
await import('./invites.test.ts');
await import('./members.test.ts');
await import('./organizations.test.ts');
