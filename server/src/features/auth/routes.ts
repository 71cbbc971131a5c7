import * as contract from '@latchkey/contract';
import { cookieNames } from '@latchkey/contract';
import { answerLogin, answerSession } from '../../http/answer-login.ts';
import { cookiesOf, soleValueOf } from '../../http/cookies.ts';
import { textsFor } from '../../http/locale.ts';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { sessionIdOf } from '../../identity/caller/caller.ts';
import { isAdmin } from '../../identity/caller/policy.ts';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import { isRefusal, refuse } from '../../platform/refusal.ts';
import { presentUser } from '../../records/present-user.ts';
import { login } from './login.ts';
import { presentSignUp } from './present-sign-up.ts';
import { refresh } from './refresh.ts';
import { register } from './register.ts';
import { forgotPassword, inEqualTime, resetPassword } from './reset-password.ts';
import { listSessions, logout, me, revokeOtherSessions, revokeSession } from './sessions.ts';
import { type Undone, undoEmailChange } from './undo-email-change.ts';
import { requestUnlock, verifyUnlock } from './unlock.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';

/** The same reply whether or not the account exists. */
const mailed = 'If that account exists, an email is on its way.';

const undoneAs: Record<Undone, string> = {
  restored: 'Your earlier email address is back. We sent you a link to choose a new password.',
  canceled: 'The change is canceled. Your email address stays as it is.',
  nothing: 'This change had already ended. Your email address stays as it is.',
};

export function mountAuth(kernel: Kernel): void {
  mountSignIn(kernel);
  mountCaller(kernel);
  mountRecovery(kernel);
  mountAddress(kernel);
  mountSessions(kernel);
}

function mountSignIn(kernel: Kernel): void {
  mount(kernel, contract.register, async (call) => {
    const registered = await register(call, call.body);
    if (isRefusal(registered)) return registered;
    const session = registered.grant ? answerSession(kernel, registered.grant, call.reply) : {};
    return ok(201, { ...session, ...presentSignUp(kernel.deps, registered) });
  });

  mount(kernel, contract.login, async (call) => {
    const grant = await login(call, call.body);
    return isRefusal(grant) ? grant : ok(200, answerLogin(kernel, grant, call.reply));
  });
}

function mountCaller(kernel: Kernel): void {
  const { jar } = kernel;

  mount(kernel, contract.refresh, async (call) => {
    const { body, request, reply } = call;
    const cookie = soleValueOf(request, 'refresh');
    const tokens = await refresh(call, { refreshToken: body.refreshToken || cookie });
    // The browser keeps the cookies that another of its tabs got.
    if (tokens === 'late') return refuse('REFRESH_TOKEN_INVALID');
    if (isRefusal(tokens)) {
      if (cookie && !body.refreshToken) jar.clear(reply);
      return tokens;
    }
    jar.refresh(reply, tokens.refreshToken);
    return ok(200, { tokens });
  });

  mount(kernel, contract.logout, async (call) => {
    await logout(call);
    jar.clear(call.reply);
    return ok(200, { message: 'You are signed out.' });
  });

  mount(kernel, contract.me, async (call) => {
    const answer = await me(call, call.query);
    const { csrfToken } = answer;
    // Missing, or left over from another session: either way no unsafe request would get through.
    const held = cookiesOf(call.request)[cookieNames.csrf] ?? '';
    if (csrfToken && !equalSecrets(held, csrfToken)) jar.csrf(call.reply, csrfToken);
    return ok(200, answer);
  });
}

function mountRecovery(kernel: Kernel): void {
  mount(kernel, contract.forgotPassword, async (call) => {
    await inEqualTime(call.deps, () => forgotPassword(call, call.body));
    return ok(200, { message: mailed });
  });

  mount(kernel, contract.resetPassword, async (call) => {
    const refused = await resetPassword(call, call.body);
    return refused ?? ok(200, { message: 'Your password is set. Sign in with it.' });
  });

  mount(kernel, contract.requestUnlock, async (call) => {
    await inEqualTime(call.deps, () => requestUnlock(call, call.body));
    return ok(200, { message: mailed });
  });

  mount(kernel, contract.verifyUnlock, async (call) => {
    const refused = await verifyUnlock(call, call.body);
    return refused ?? ok(200, { message: 'Your account is unlocked. Sign in again.' });
  });
}

function mountAddress(kernel: Kernel): void {
  mount(kernel, contract.resendVerification, async (call) => {
    await inEqualTime(call.deps, () => resendVerification(call, call.body));
    return ok(200, { message: mailed });
  });

  mount(kernel, contract.verifyEmail, async (call) => {
    const user = await verifyEmail(call, call.body);
    if (isRefusal(user)) return user;
    const message = 'Your email address is verified.';
    const forAdmin = call.caller !== undefined && isAdmin(call.caller);
    return ok(200, { message, user: presentUser(user, { forAdmin, rules: call.deps.config }) });
  });

  mount(kernel, contract.undoEmailChange, async (call) => {
    const undone = await undoEmailChange(call, call.body);
    return isRefusal(undone) ? undone : ok(200, { message: undoneAs[undone], outcome: undone });
  });
}

function mountSessions(kernel: Kernel): void {
  mount(kernel, contract.listSessions, async (call) => {
    const { tell } = textsFor(call.deps, call.request, call.reply);
    return ok(200, { sessions: await listSessions(call, tell) });
  });

  mount(kernel, contract.revokeSession, async (call) => {
    const refused = await revokeSession(call, call.params);
    if (refused) return refused;
    if (call.params.id === sessionIdOf(call.caller)) kernel.jar.clear(call.reply);
    return ok(200, { message: 'The session is ended.' });
  });

  mount(kernel, contract.revokeOtherSessions, async (call) => {
    const ended = await revokeOtherSessions(call);
    return ok(200, { message: ended === 1 ? 'Ended 1 other session.' : `Ended ${ended} other sessions.` });
  });
}
