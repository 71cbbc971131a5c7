import * as contract from '@latchkey/contract';
import { cookieNames } from '@latchkey/contract';
import { answerLogin, answerSession } from '../../http/answer-login.ts';
import { cookiesOf } from '../../http/cookies.ts';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { newToken } from '../../platform/crypto/credentials.ts';
import { isRefusal, refuse } from '../../platform/refusal.ts';
import { presentSignUp } from '../auth/present-sign-up.ts';
import { inEqualTime } from '../auth/reset-password.ts';
import { requestEmailCode, verifyEmailCode } from './email-codes.ts';
import { registerWithEmailCode } from './register-with-email-code.ts';

export function mountEmailCode(kernel: Kernel): void {
  const { deps, jar } = kernel;
  const off = () => (deps.config.emailLogin ? undefined : refuse('EMAIL_LOGIN_NOT_AVAILABLE'));

  mount(kernel, contract.requestEmailCode, async (call) => {
    const refused = off();
    if (refused) return refused;
    const { token: browser } = newToken();
    const notAllowed = await inEqualTime(deps, () => requestEmailCode(call, { ...call.body, browser }));
    if (notAllowed) return notAllowed;
    jar.emailCode(call.reply, browser);
    return ok(200, { message: 'If that account exists, a code is on its way.' });
  });

  mount(kernel, contract.registerWithEmailCode, async (call) => {
    const refused = off();
    if (refused) return refused;
    const registered = await registerWithEmailCode(call, call.body);
    if (isRefusal(registered)) return registered;
    const session = registered.grant ? answerSession(kernel, registered.grant, call.reply) : {};
    return ok(201, { ...session, ...presentSignUp(kernel.deps, registered) });
  });

  mount(kernel, contract.verifyEmailCode, async (call) => {
    const refused = off();
    if (refused) return refused;
    const browser = cookiesOf(call.request)[cookieNames.emailCode] ?? '';
    const grant = await verifyEmailCode(call, { ...call.body, browser });
    if (isRefusal(grant)) return grant;
    jar.emailCode(call.reply, '');
    return ok(200, answerLogin(kernel, grant, call.reply));
  });
}
