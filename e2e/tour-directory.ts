import type { Client } from '@latchkey/server/testing/client';
import { makeScimToken } from '@latchkey/server/testing/directories';
import { createPerson, holdDomain, mappingPath, scimPath } from '@latchkey/server/testing/scim';
import type { TestService } from '@latchkey/server/testing/service';

/** A connected directory with people and groups, one of them mapped, and requests that were refused. */
export async function addDirectory(service: TestService, owner: Client): Promise<void> {
  const { id } = (await owner.get('/api/organizations/current')).body.organization;
  const domain = await holdDomain(service, id, 'directory.otterfinch.example');
  await makeScimToken(owner, { description: 'Entra ID' });
  const directory = service.client();
  directory.bearer = (await makeScimToken(owner)).secret;
  const people = await Promise.all(
    ['ines.okafor', 'milo.tran', 'sade.lind'].map((name) =>
      createPerson(directory, { userName: `${name}@${domain}` }),
    ),
  );
  const members = people.map(({ body }) => ({ value: body.id }));
  const group = (displayName: string, who: { value: string }[]) =>
    directory.post(`${scimPath}/Groups`, { displayName, members: who });
  await group('Everyone in the kitchen', members);
  const leads = await group('Team leads', members.slice(0, 1));
  await owner.patch(`${mappingPath}/${leads.body.id}`, { role: 'ADMIN' });
  await createPerson(directory, { userName: `milo.tran@${domain}` });
  await createPerson(directory, { userName: 'wren@elsewhere.example' });
  await directory.get(`${scimPath}/Users?filter=title%20co%20%22chef%22`);
}
