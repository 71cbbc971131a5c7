import * as contract from '@latchkey/contract';
import { type Kernel, mount, ok } from '../../http/route.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { createScimUser } from './create-person.ts';
import {
  getScimConfig,
  getScimResourceType,
  getScimSchema,
  listScimResourceTypes,
  listScimSchemas,
} from './discovery.ts';
import {
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  listScimGroups,
  patchScimGroup,
  replaceScimGroup,
} from './groups.ts';
import { listDirectoryGroups, mapDirectoryGroup } from './mapped-groups.ts';
import {
  deleteScimUser,
  getScimUser,
  listScimUsers,
  patchScimUser,
  replaceScimUser,
  sliceOf,
} from './people.ts';
import { asksFor, locationOf, presentGroup, presentPage, presentPerson } from './present.ts';

const nothing = Buffer.alloc(0);

export function mountScim(kernel: Kernel): void {
  mountPeople(kernel);
  mountGroups(kernel);
  mountDiscovery(kernel);
  mount(kernel, contract.listDirectoryGroups, async (context) => {
    const groups = await listDirectoryGroups(context);
    return isRefusal(groups) ? groups : ok(200, { groups });
  });
  mount(kernel, contract.mapDirectoryGroup, async (context) => {
    const group = await mapDirectoryGroup(context, { ...context.params, ...context.body });
    return isRefusal(group) ? group : ok(200, { group });
  });
}

function mountPeople(kernel: Kernel): void {
  const { baseUrl } = kernel.deps.config;
  mount(kernel, contract.listScimUsers, async (context) => {
    const { query } = context;
    const page = await listScimUsers(context, query);
    if (isRefusal(page)) return page;
    return ok(
      200,
      presentPage(page, sliceOf(query), (person) => presentPerson(person, baseUrl, query)),
    );
  });
  mount(kernel, contract.createScimUser, async (context) => {
    const person = await createScimUser(context, context.body);
    if (isRefusal(person)) return person;
    context.reply.header('Location', locationOf(baseUrl, 'User', person.id));
    return ok(201, presentPerson(person, baseUrl, context.query));
  });
  mount(kernel, contract.getScimUser, async (context) => {
    const person = await getScimUser(context, context.params.id);
    return isRefusal(person) ? person : ok(200, presentPerson(person, baseUrl, context.query));
  });
  mount(kernel, contract.replaceScimUser, async (context) => {
    const person = await replaceScimUser(context, { id: context.params.id, body: context.body });
    return isRefusal(person) ? person : ok(200, presentPerson(person, baseUrl, context.query));
  });
  mount(kernel, contract.patchScimUser, async (context) => {
    const person = await patchScimUser(context, { id: context.params.id, body: context.body });
    return isRefusal(person) ? person : ok(200, presentPerson(person, baseUrl, context.query));
  });
  mount(kernel, contract.deleteScimUser, async (context) => {
    const refused = await deleteScimUser(context, context.params.id);
    return refused ?? ok(204, nothing);
  });
}

function mountGroups(kernel: Kernel): void {
  const { baseUrl } = kernel.deps.config;
  mount(kernel, contract.listScimGroups, async (context) => {
    const { query } = context;
    const page = await listScimGroups(context, { ...query, withMembers: asksFor(query, 'members') });
    if (isRefusal(page)) return page;
    return ok(
      200,
      presentPage(page, sliceOf(query), (group) => presentGroup(group, baseUrl, query)),
    );
  });
  mount(kernel, contract.createScimGroup, async (context) => {
    const { body, query } = context;
    const made = await createScimGroup(context, { body, withMembers: asksFor(query, 'members') });
    if (isRefusal(made)) return made;
    context.reply.header('Location', locationOf(baseUrl, 'Group', made.group.id));
    return ok(201, presentGroup(made, baseUrl, query));
  });
  mount(kernel, contract.getScimGroup, async (context) => {
    const { params, query } = context;
    const found = await getScimGroup(context, { ...params, withMembers: asksFor(query, 'members') });
    return isRefusal(found) ? found : ok(200, presentGroup(found, baseUrl, query));
  });
  mount(kernel, contract.replaceScimGroup, async (context) => {
    const { params, body, query } = context;
    const withMembers = asksFor(query, 'members');
    const changed = await replaceScimGroup(context, { ...params, body, withMembers });
    return isRefusal(changed) ? changed : ok(200, presentGroup(changed, baseUrl, query));
  });
  mount(kernel, contract.patchScimGroup, async (context) => {
    const { params, body } = context;
    const changed = await patchScimGroup(context, { ...params, body });
    return isRefusal(changed) ? changed : ok(204, nothing);
  });
  mount(kernel, contract.deleteScimGroup, async (context) => {
    const refused = await deleteScimGroup(context, context.params.id);
    return refused ?? ok(204, nothing);
  });
}

function mountDiscovery(kernel: Kernel): void {
  const { baseUrl } = kernel.deps.config;
  const all = <Row>(rows: Row[]) => presentPage({ total: rows.length, rows }, { offset: 0 }, (row) => row);
  mount(kernel, contract.getScimConfig, () => ok(200, getScimConfig(baseUrl)));
  mount(kernel, contract.listScimResourceTypes, () => ok(200, all(listScimResourceTypes(baseUrl))));
  mount(kernel, contract.getScimResourceType, ({ params }) => {
    const found = getScimResourceType(baseUrl, params.id);
    return isRefusal(found) ? found : ok(200, found);
  });
  mount(kernel, contract.listScimSchemas, () => ok(200, all(listScimSchemas(baseUrl))));
  mount(kernel, contract.getScimSchema, ({ params }) => {
    const found = getScimSchema(baseUrl, params.id);
    return isRefusal(found) ? found : ok(200, found);
  });
}
