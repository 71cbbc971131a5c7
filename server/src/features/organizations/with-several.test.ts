import { startAllWith } from '@latchkey/server/testing/service';
import { describe } from 'vitest';

// Where people may belong to several organizations, nothing changes for those who belong to one.
startAllWith({ ALLOW_SEVERAL_ORGANIZATIONS: 'true' });

// A suite without tests fails. The query makes each file load again, although the worker may have run it by itself.
describe.each(['accept-invite', 'drop-invites', 'invites', 'members', 'organizations'])(
  '%s',
  async (name) => {
    await import(`./${name}.test.ts?several`);
  },
);
