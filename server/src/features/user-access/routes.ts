import * as contract from '@latchkey/contract';
import { textsFor } from '../../http/locale.ts';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { presentUser } from '../../records/present-user.ts';
import { createUser } from './create-user.ts';
import { importUsers } from './import-users.ts';
import { presentImport } from './present-import.ts';
import {
  listSignInMethods,
  listUserSessions,
  revokeUserSession,
  revokeUserSessions,
  sendReset,
} from './ways-in.ts';

export function mountUserAccess(kernel: Kernel): void {
  mount(kernel, contract.createUser, async (call) => {
    const user = await createUser(call, call.body);
    if (isRefusal(user)) return user;
    const message = 'The account is created. We emailed a link to choose a password.';
    return ok(201, { message, user: presentUser(user, { forAdmin: true, rules: call.deps.config }) });
  });

  mount(kernel, contract.importUsers, async (call) => {
    const { body: file, query } = call;
    const told = await importUsers(call, { file, dryRun: query.dryRun === true });
    if (isRefusal(told)) return told;
    return ok(200, presentImport(told, textsFor(call.deps, call.request, call.reply)));
  });

  mount(kernel, contract.listUserSessions, async (call) => {
    const { tell } = textsFor(call.deps, call.request, call.reply);
    const sessions = await listUserSessions(call, call.params.id, tell);
    return isRefusal(sessions) ? sessions : ok(200, { sessions });
  });

  mount(kernel, contract.revokeUserSessions, async (call) => {
    const refused = await revokeUserSessions(call, call.params.id);
    return refused ?? ok(200, { message: 'All sessions of the user are ended.' });
  });

  mount(kernel, contract.revokeUserSession, async (call) => {
    const refused = await revokeUserSession(call, call.params);
    return refused ?? ok(200, { message: 'The session is ended.' });
  });

  mount(kernel, contract.listSignInMethods, async (call) => {
    const methods = await listSignInMethods(call, call.params.id);
    return isRefusal(methods) ? methods : ok(200, methods);
  });

  mount(kernel, contract.sendReset, async (call) => {
    const refused = await sendReset(call, call.params.id);
    return refused ?? ok(200, { message: 'We emailed them a link to choose a new password.' });
  });
}
