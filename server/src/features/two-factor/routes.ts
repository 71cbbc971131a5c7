import * as contract from '@latchkey/contract';
import { answerSession } from '../../http/answer-login.ts';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isAdmin } from '../../identity/caller/policy.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { presentUser } from '../../records/present-user.ts';
import { prepareTwoFactor, setupTwoFactor, verifyTwoFactor } from './enroll.ts';
import { disableTwoFactor, replaceBackupCodes } from './manage.ts';
import { resetTwoFactor } from './reset-two-factor.ts';
import { presentWarnings, validateTwoFactor } from './validate-two-factor.ts';

export function mountTwoFactor(kernel: Kernel): void {
  mount(kernel, contract.setupTwoFactor, async (call) => {
    const setup = await setupTwoFactor(call);
    return isRefusal(setup) ? setup : ok(200, setup);
  });

  mount(kernel, contract.verifyTwoFactor, async (call) => {
    const verified = await verifyTwoFactor(call, call.body);
    if (isRefusal(verified)) return verified;
    const user = presentUser(verified, { forAdmin: isAdmin(call.caller), rules: call.deps.config });
    return ok(200, { message: 'Two-factor authentication is on.', user });
  });

  mount(kernel, contract.validateTwoFactor, async (call) => {
    const login = await validateTwoFactor(call, call.body);
    if (isRefusal(login)) return login;
    const answer = answerSession(kernel, login.grant, call.reply);
    return ok(200, { ...answer, ...presentWarnings(login.backupCodesLeft) });
  });

  mount(kernel, contract.prepareTwoFactor, async (call) => {
    const factors = await prepareTwoFactor(call, call.body);
    return isRefusal(factors) ? factors : ok(200, factors);
  });

  mount(kernel, contract.disableTwoFactor, async (call) => {
    const refused = await disableTwoFactor(call, call.body);
    return refused ?? ok(200, { message: 'Two-factor authentication is off.' });
  });

  mount(kernel, contract.replaceBackupCodes, async (call) => {
    const backupCodes = await replaceBackupCodes(call, call.body);
    if (isRefusal(backupCodes)) return backupCodes;
    return ok(200, { message: 'These codes replace all earlier ones.', backupCodes });
  });

  mount(kernel, contract.resetTwoFactor, async (call) => {
    const refused = await resetTwoFactor(call, call.params);
    return refused ?? ok(200, { message: 'Two-factor authentication of this user is reset.' });
  });
}
