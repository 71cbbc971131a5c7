import * as contract from '@latchkey/contract';
import { presentUser } from '../accounts/present-user.ts';
import { answerSession } from '../auth/answer-login.ts';
import { isAdmin } from '../caller/policy.ts';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal } from '../refusal.ts';
import { disableTwoFactor } from './disable.ts';
import { presentWarnings } from './present.ts';
import { replaceBackupCodes } from './replace-codes.ts';
import { resetTwoFactor } from './reset.ts';
import { setupTwoFactor } from './setup.ts';
import { validateTwoFactor } from './validate.ts';
import { verifyTwoFactor } from './verify.ts';

export function mountTwoFactor(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.setupTwoFactor, async ({ caller, origin }) => {
    const setup = await setupTwoFactor(deps, caller, origin);
    return isRefusal(setup) ? setup : ok(200, setup);
  });

  mount(kernel, contract.verifyTwoFactor, async ({ caller, body, origin }) => {
    const verified = await verifyTwoFactor(deps, caller, body.code, origin);
    if (isRefusal(verified)) return verified;
    const user = presentUser(verified, { forAdmin: isAdmin(caller) });
    return ok(200, { message: 'Two-factor authentication is on.', user });
  });

  mount(kernel, contract.validateTwoFactor, async ({ body, origin, reply }) => {
    const login = await validateTwoFactor(deps, body, origin);
    if (isRefusal(login)) return login;
    const answer = await answerSession(kernel, login.grant, reply);
    return ok(200, { ...answer, ...presentWarnings(login.backupCodesLeft) });
  });

  mount(kernel, contract.disableTwoFactor, async ({ caller, body, origin }) => {
    const refused = await disableTwoFactor(deps, caller, body.code, origin);
    return refused ?? ok(200, { message: 'Two-factor authentication is off.' });
  });

  mount(kernel, contract.replaceBackupCodes, async ({ caller, body, origin }) => {
    const backupCodes = await replaceBackupCodes(deps, caller, body.code, origin);
    if (isRefusal(backupCodes)) return backupCodes;
    return ok(200, { message: 'These codes replace all earlier ones.', backupCodes });
  });

  mount(kernel, contract.resetTwoFactor, async ({ caller, params, origin }) => {
    const refused = await resetTwoFactor(deps, params.id, caller, origin);
    return refused ?? ok(200, { message: 'Two-factor authentication of this user is reset.' });
  });
}
