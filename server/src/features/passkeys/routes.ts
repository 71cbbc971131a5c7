import * as contract from '@latchkey/contract';
import { answerSession } from '../../http/answer-login.ts';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { loginWithPasskey, preparePasskeyLogin } from './login-with-passkey.ts';
import {
  acceptedPasskeys,
  deletePasskey,
  getRelatedOrigins,
  listPasskeys,
  presentPasskey,
  updatePasskey,
} from './passkeys.ts';
import { createPasskey, preparePasskey, preparePasskeyRegistration } from './register-passkey.ts';

export function mountPasskeys(kernel: Kernel): void {
  mountOwn(kernel);
  mountLogin(kernel);
}

function mountOwn(kernel: Kernel): void {
  mount(kernel, contract.preparePasskey, async (call) => {
    const creation = await preparePasskey(call, call.body);
    return isRefusal(creation) ? creation : ok(200, creation);
  });

  mount(kernel, contract.createPasskey, async (call) => {
    const created = await createPasskey(call, call.body);
    if (isRefusal(created)) return created;
    return ok(201, { ...created, passkey: presentPasskey(created.passkey) });
  });

  mount(kernel, contract.listPasskeys, async (call) => {
    const passkeys = await listPasskeys(call);
    const signal = acceptedPasskeys(call, passkeys);
    return ok(200, { passkeys: passkeys.map(presentPasskey), ...(signal && { signal }) });
  });

  mount(kernel, contract.updatePasskey, async (call) => {
    const passkey = await updatePasskey(call, { ...call.params, ...call.body });
    return isRefusal(passkey) ? passkey : ok(200, { passkey: presentPasskey(passkey) });
  });

  mount(kernel, contract.deletePasskey, async (call) => {
    return (await deletePasskey(call, call.params)) ?? ok(200, { message: 'The passkey is removed.' });
  });
}

function mountLogin(kernel: Kernel): void {
  mount(kernel, contract.getRelatedOrigins, (call) => {
    call.reply.header('Cache-Control', 'public, max-age=600');
    return ok(200, getRelatedOrigins(call));
  });

  mount(kernel, contract.preparePasskeyRegistration, (call) => {
    const creation = preparePasskeyRegistration(call, call.body);
    return isRefusal(creation) ? creation : ok(200, creation);
  });

  mount(kernel, contract.preparePasskeyLogin, (call) => {
    const request = preparePasskeyLogin(call);
    return isRefusal(request) ? request : ok(200, request);
  });

  mount(kernel, contract.loginWithPasskey, async (call) => {
    const grant = await loginWithPasskey(call, call.body);
    return isRefusal(grant) ? grant : ok(200, answerSession(kernel, grant, call.reply));
  });
}
