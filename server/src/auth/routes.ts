import * as contract from '@latchkey/contract';
import { cookieNames } from '@latchkey/contract';
import { presentUser } from '../accounts/present-user.ts';
import { impersonationOf, sessionIdOf } from '../caller/caller.ts';
import { isAdmin } from '../caller/policy.ts';
import { presentImpersonation } from '../caller/present-impersonation.ts';
import { cookiesOf } from '../http/cookies.ts';
import { type Kernel, mount, ok } from '../http/route.ts';
import { isRefusal } from '../refusal.ts';
import { inEqualTime } from './equal-time.ts';
import { login } from './login.ts';
import { answerLogin } from './login-answer.ts';
import { refresh } from './refresh.ts';
import { register } from './register.ts';
import { forgotPassword, resetPassword } from './reset-password.ts';
import { logout, revokeOtherSessions, revokeSession, sessionsOf } from './sessions.ts';
import { undoEmailChange } from './undo-email-change.ts';
import { requestUnlock, verifyUnlock } from './unlock.ts';
import { resendVerification, verifyEmail } from './verify-email.ts';

/** Said whether or not there is such an account. */
const mailed = 'If there is such an account, a mail is on its way.';

export function mountAuth(kernel: Kernel): void {
  mountSignIn(kernel);
  mountRecovery(kernel);
  mountSessions(kernel);
}

function mountSignIn(kernel: Kernel): void {
  const { deps, jar } = kernel;

  mount(kernel, contract.register, async ({ body, origin }) => {
    const registered = await register(deps, body, origin);
    if (isRefusal(registered)) return registered;
    const user = {
      ...presentUser(registered.user, { forAdmin: false }),
      organization: registered.organization,
    };
    return ok(201, { message: 'Welcome. Check your mail to verify your address.', user });
  });

  mount(kernel, contract.login, async ({ body, origin, reply }) => {
    const grant = await login(deps, body, origin);
    return isRefusal(grant) ? grant : ok(200, await answerLogin(kernel, grant, reply));
  });

  mount(kernel, contract.refresh, async ({ body, origin, request, reply }) => {
    const cookie = cookiesOf(request)[cookieNames.refresh];
    const tokens = await refresh(deps, body.refreshToken || cookie, origin);
    if (isRefusal(tokens)) {
      if (cookie && !body.refreshToken) jar.clear(reply);
      return tokens;
    }
    jar.refresh(reply, tokens.refreshToken);
    return ok(200, { tokens });
  });

  mount(kernel, contract.logout, async ({ caller, origin, reply }) => {
    await logout(deps, caller, origin);
    jar.clear(reply);
    return ok(200, { message: 'You are signed out.' });
  });

  mount(kernel, contract.me, ({ caller, origin, request, reply }) => {
    const csrfToken = caller.kind === 'session' ? deps.credentials.csrfToken(caller.sessionId) : undefined;
    const impersonation = impersonationOf(caller);
    // Missing, or left over from another session: either way no unsafe request would get through.
    if (csrfToken && cookiesOf(request)[cookieNames.csrf] !== csrfToken) jar.csrf(reply, csrfToken);
    return ok(200, {
      user: presentUser(caller.user, { forAdmin: isAdmin(caller) }),
      organization: caller.organization && { ...caller.organization, role: caller.user.organizationRole },
      impersonating: impersonation && presentImpersonation(impersonation, origin.now),
      requiresTwoFactorSetup: caller.mustSetUpTwoFactor,
      permissions: [...caller.permissions],
      ...(csrfToken && { csrfToken }),
    });
  });
}

function mountRecovery(kernel: Kernel): void {
  const { deps } = kernel;

  mount(kernel, contract.forgotPassword, async ({ body, origin }) => {
    await inEqualTime(() => forgotPassword(deps, body.email, origin));
    return ok(200, { message: mailed });
  });

  mount(kernel, contract.resetPassword, async ({ body, origin }) => {
    const refused = await resetPassword(deps, body, origin);
    return refused ?? ok(200, { message: 'Your password is set. Sign in with it.' });
  });

  mount(kernel, contract.resendVerification, async ({ body, origin }) => {
    await inEqualTime(() => resendVerification(deps, body.email, origin));
    return ok(200, { message: mailed });
  });

  mount(kernel, contract.verifyEmail, async ({ body, origin }) => {
    const user = await verifyEmail(deps, body.token, origin);
    if (isRefusal(user)) return user;
    return ok(200, {
      message: 'Your email address is verified.',
      user: presentUser(user, { forAdmin: false }),
    });
  });

  mount(kernel, contract.undoEmailChange, async ({ body, origin }) => {
    const refused = await undoEmailChange(deps, body.token, origin);
    const message = 'Your earlier email address is back. We sent you a link to choose a new password.';
    return refused ?? ok(200, { message });
  });

  mount(kernel, contract.requestUnlock, async ({ body, origin }) => {
    await inEqualTime(() => requestUnlock(deps, body.email, origin));
    return ok(200, { message: mailed });
  });

  mount(kernel, contract.verifyUnlock, async ({ body, origin }) => {
    const refused = await verifyUnlock(deps, body.token, origin);
    return refused ?? ok(200, { message: 'Your account is unlocked. Sign in again.' });
  });
}

function mountSessions(kernel: Kernel): void {
  const { deps, jar } = kernel;

  mount(kernel, contract.listSessions, async ({ caller, origin }) => {
    return ok(200, { sessions: await sessionsOf(deps, caller, origin.now) });
  });

  mount(kernel, contract.revokeSession, async ({ caller, params, origin, reply }) => {
    const refused = await revokeSession(deps, caller, params.id, origin);
    if (refused) return refused;
    if (params.id === sessionIdOf(caller)) jar.clear(reply);
    return ok(200, { message: 'The session is ended.' });
  });

  mount(kernel, contract.revokeOtherSessions, async ({ caller, origin }) => {
    const ended = await revokeOtherSessions(deps, caller, origin);
    return ok(200, { message: `${ended} other session(s) ended.` });
  });
}
