import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { presentApplication } from '../../identity/memberships/present.ts';
import { isRefusal } from '../../platform/refusal.ts';
import type { ApplicationDeps, Applications } from './application-deps.ts';
import {
  createApplication,
  createApplicationSecret,
  deleteApplication,
  getApplication,
  listApplications,
  updateApplication,
} from './applications.ts';
import { listGrantedApplications, withdrawApplication } from './granted.ts';
import { presentGranted } from './present.ts';

export function mountApplications(kernel: Kernel, applications: Applications): void {
  const own = { ...kernel, deps: { ...kernel.deps, applications } };
  mountReading(own);
  mountChanges(own);
  mountGranted(own);
}

function mountReading(kernel: Kernel<ApplicationDeps>): void {
  mount(kernel, contract.listApplications, async (call) => {
    const applications = await listApplications(call);
    return ok(200, { applications: applications.map(presentApplication) });
  });

  mount(kernel, contract.getApplication, async (call) => {
    const application = await getApplication(call, call.params);
    return isRefusal(application) ? application : ok(200, { application: presentApplication(application) });
  });
}

function mountChanges(kernel: Kernel<ApplicationDeps>): void {
  mount(kernel, contract.createApplication, async (call) => {
    const made = await createApplication(call, call.body);
    if (isRefusal(made)) return made;
    const { application, clientSecret } = made;
    return ok(201, { application: presentApplication(application), clientSecret });
  });

  mount(kernel, contract.updateApplication, async (call) => {
    const application = await updateApplication(call, { ...call.params, ...call.body });
    return isRefusal(application) ? application : ok(200, { application: presentApplication(application) });
  });

  mount(kernel, contract.deleteApplication, async (call) => {
    const refusal = await deleteApplication(call, call.params);
    return refusal ?? ok(200, { message: 'The application is deleted.' });
  });

  mount(kernel, contract.createApplicationSecret, async (call) => {
    const clientSecret = await createApplicationSecret(call, call.params);
    return isRefusal(clientSecret) ? clientSecret : ok(201, { clientSecret });
  });
}

function mountGranted(kernel: Kernel<ApplicationDeps>): void {
  mount(kernel, contract.listGrantedApplications, async (call) => {
    const applications = await listGrantedApplications(call);
    return ok(200, { applications: applications.map(presentGranted) });
  });

  mount(kernel, contract.withdrawApplication, async (call) => {
    const refusal = await withdrawApplication(call, call.params);
    return refusal ?? ok(200, { message: 'The application no longer has access to your account.' });
  });
}
