/** The page of the directory that keeps an organization's people up to date. */
export const directory = {
  'directory.title': 'Directory',
  'directory.description':
    'Entra ID, Okta and others keep the people of {organization} up to date by SCIM: who joins, what they are called, and who leaves.',
  'directory.hidden': 'Only owners and admins see the directory',
  'directory.hidden.action': 'Open your organization',

  'directory.tokens': 'Tokens',
  'directory.tokens.about':
    'What your directory signs in with. You can have {limit}: one in use, and one to replace it with.',
  'directory.tokens.columns.created': 'Created',
  'directory.tokens.columns.createdBy': 'Created by',
  'directory.tokens.columns.lastUsed': 'Last used',
  'directory.tokens.columns.token': 'Token',
  'directory.tokens.create': 'Create token',
  'directory.tokens.create.description': 'Description',
  'directory.tokens.create.descriptionNote': 'Optional. Where you use it, such as Entra ID.',
  'directory.tokens.create.made': 'The new token',
  'directory.tokens.create.note':
    "Enter it in your directory, with the base URL. We won't show it again. If it gets lost, create another one and revoke this one.",
  'directory.tokens.create.text':
    'The token decides who belongs to your organization. It has no expiry, and works until you revoke it.',
  'directory.tokens.create.title': 'Create a token',
  'directory.tokens.deletedAccount': 'A deleted account',
  'directory.tokens.empty': 'No directory is connected',
  'directory.tokens.empty.owner': 'Create a token, then follow the steps for your directory below.',
  'directory.tokens.empty.others': 'An owner of the organization can connect one.',
  'directory.tokens.lastUsed': 'Last used: {when}',
  'directory.tokens.revoke': 'Revoke',
  'directory.tokens.revoke.action': 'Revoke token',
  'directory.tokens.revoke.done': 'Token revoked.',
  'directory.tokens.revoke.lastText':
    "A directory that uses {name} can't change anything here right away. No other token is left, so the directory is disconnected: people who leave your company keep their access until you remove them here. The people and groups it made stay. You can't undo this.",
  'directory.tokens.revoke.named': 'Revoke {name}',
  'directory.tokens.revoke.text':
    "A directory that uses {name} can't change anything here right away. The people and groups it made stay. You can't undo this.",
  'directory.tokens.revoke.title': 'Revoke this token?',
  'directory.tokens.unnamed': 'Token without a description',

  'directory.setup': 'Connect your directory',
  'directory.setup.baseUrl': 'Base URL',
  'directory.setup.baseUrl.copy': 'Copy base URL',
  'directory.setup.entra.1': 'In your enterprise application, open Provisioning and choose Automatic.',
  'directory.setup.entra.2':
    'Enter the base URL as tenant URL, and a token from here as secret token. Test the connection.',
  'directory.setup.entra.3':
    'In the mappings, map mail to emails[type eq "work"].value and objectId to externalId.',
  'directory.setup.entra.4': 'Assign people and groups to the application, then start provisioning.',
  'directory.setup.okta.1': 'In your application, open General and turn on SCIM provisioning.',
  'directory.setup.okta.2':
    'Under Provisioning, enter the base URL, userName as unique identifier, HTTP Header as authentication mode, and a token from here.',
  'directory.setup.okta.3': 'Turn on Create Users, Update User Attributes and Deactivate Users.',
  'directory.setup.okta.4': 'Assign people to the application, and add groups under Push Groups.',
  'directory.setup.whom':
    'The directory manages people whose address is in a domain that your organization has proven. People outside it stay as they are.',

  'directory.groups': 'Groups',
  'directory.groups.about':
    'The groups that your directory sent. A group does nothing until you map it: then its people are admins, or have app roles, while they are in it.',
  'directory.groups.columns.group': 'Group',
  'directory.groups.columns.people': 'People',
  'directory.groups.columns.role': 'Makes them',
  'directory.groups.empty': 'No groups yet',
  'directory.groups.empty.text': 'They appear here once your directory sends them.',
  'directory.groups.map': 'Make admins',
  'directory.groups.map.done': 'The people in the group are admins now.',
  'directory.groups.map.named': 'Make admins: {group}',
  'directory.groups.map.text':
    '{count, plural, one {# person} other {# people}} in {group} can manage members, invitations and keys. From then on, the directory decides who is in the group. Owners stay owners.',
  'directory.groups.map.title': 'Make the people in this group admins?',
  'directory.groups.noRole': 'Nothing',
  'directory.groups.people': '{count, plural, one {# person} other {# people}}',
  'directory.groups.unmap': 'Remove admin',
  'directory.groups.unmap.done': 'The group grants nothing now.',
  'directory.groups.unmap.named': 'Remove admin: {group}',
  'directory.groups.unmap.text':
    'People who are admins only because of {group} become members. Owners, and people you made admin by hand, stay what they are.',
  'directory.groups.unmap.title': 'Take the admin role from this group?',

  'directory.refusals': 'Refused requests',
  'directory.refusals.about': 'The latest from your directory in the past week.',
  'directory.refusals.columns.what': 'What was refused',
  'directory.refusals.columns.when': 'When',
  'directory.refusals.empty': 'Nothing was refused in the last week',

  'directory.attempt.DELETE.group': 'Remove a group',
  'directory.attempt.DELETE.other': 'Remove {path}',
  'directory.attempt.DELETE.person': 'Remove a person',
  'directory.attempt.GET.group': 'Read a group',
  'directory.attempt.GET.groups': 'Read groups',
  'directory.attempt.GET.other': 'Read {path}',
  'directory.attempt.GET.people': 'Read people',
  'directory.attempt.GET.person': 'Read a person',
  'directory.attempt.PATCH.group': 'Change a group',
  'directory.attempt.PATCH.other': 'Change {path}',
  'directory.attempt.PATCH.person': 'Change a person',
  'directory.attempt.POST.group': 'Create a group',
  'directory.attempt.POST.other': 'Create {path}',
  'directory.attempt.POST.person': 'Create a person',
  'directory.attempt.PUT.group': 'Replace a group',
  'directory.attempt.PUT.other': 'Replace {path}',
  'directory.attempt.PUT.person': 'Replace a person',

  'directory.advice.403':
    "Addresses must be in a domain that your organization has proven. Owners' addresses, and people with a role in the service, are changed here only.",
  'directory.advice.404':
    "The person or group is gone, or was never the directory's. Let the directory synchronize everything again.",
  'directory.advice.405': "The directory used a method that this address doesn't take. Check the base URL.",
  'directory.advice.409': 'An organization needs an active owner. Make someone else an owner first.',
  'directory.advice.413': 'The request was too large. Let the directory send fewer members at a time.',
  'directory.advice.415': 'The directory must send JSON. Check that it speaks SCIM 2.0.',
  'directory.advice.invalidFilter':
    "The directory searched by something we can't search by. Match people by userName or externalId.",
  'directory.advice.invalidPath':
    "The directory sent an attribute that we don't know. Remove it from the attribute mapping.",
  'directory.advice.invalidSyntax': "The request couldn't be read. Check that the directory speaks SCIM 2.0.",
  'directory.advice.invalidValue':
    "A value doesn't fit its attribute, or a group names a person who isn't here. Check the mapping, and assign the person, too.",
  'directory.advice.mutability':
    'The directory changed an attribute that never changes. Remove it from the attribute mapping.',
  'directory.advice.noTarget':
    "The directory changed something that isn't there. Let it synchronize everything again.",
  'directory.advice.other': 'Check the attribute mapping in the directory.',
  'directory.advice.ours': 'The fault is ours. The directory tries again by itself.',
  'directory.advice.uniqueness':
    'The name or address is in use. If the person belongs to another organization, invite them instead; if it is a second entry for the same person, remove one in the directory.',
} as const;
