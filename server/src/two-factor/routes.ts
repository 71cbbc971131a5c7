import * as contract from '@latchkey/contract';
import { answerSession } from '../auth/answer-login.ts';
import { isAdmin } from '../caller/policy.ts';
import { type Kernel, mount, ok } from '../http/route.ts';
import { presentUser } from '../present-user.ts';
import { isRefusal } from '../refusal.ts';
import { disableTwoFactor } from './disable-two-factor.ts';
import { prepareTwoFactor } from './prepare-two-factor.ts';
import { presentWarnings } from './present.ts';
import { replaceBackupCodes } from './replace-backup-codes.ts';
import { resetTwoFactor } from './reset-two-factor.ts';
import { setupTwoFactor } from './setup-two-factor.ts';
import { validateTwoFactor } from './validate-two-factor.ts';
import { verifyTwoFactor } from './verify-two-factor.ts';

export function mountTwoFactor(kernel: Kernel): void {
  mount(kernel, contract.setupTwoFactor, async (call) => {
    const setup = await setupTwoFactor(call);
    return isRefusal(setup) ? setup : ok(200, setup);
  });

  mount(kernel, contract.verifyTwoFactor, async (call) => {
    const verified = await verifyTwoFactor(call, call.body);
    if (isRefusal(verified)) return verified;
    const user = presentUser(verified, { forAdmin: isAdmin(call.caller) });
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
