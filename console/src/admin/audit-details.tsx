import type { AuditEntry } from '@latchkey/contract';
import { Box, Code } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Texts, useT } from '../language/texts.ts';
import { type Me, useMe } from '../shell/me.ts';
import { formatStamp } from '../ui/dates.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import { AnchorLink } from '../ui/link.tsx';
import { seesOrganizations, useOrganizationNames } from './organization-names.ts';
import { reasonInWords } from './reason-in-words.ts';

const people = ['userId', 'targetUserId', 'adminUserId', 'impersonatedBy', 'invitedBy'];
const keys = ['apiKeyId', 'keyId'];

/** Everything that an entry says, line by line, with the way to what it names. */
export function EntryDetails({ entry }: { entry: AuditEntry }) {
  const t = useT();
  const me = useMe();
  const { id, action, category, organizationId, ipAddress, userAgent, metadata, sealed } = entry;
  const organization = useOrganizationNames([organizationId])(organizationId);
  const facts: Fact[] = [
    [t('audit.entry.action'), <Code key="action">{action}</Code>],
    [t('audit.entry.category'), t(`audit.categories.${category}`)],
    [t('audit.columns.when'), `${formatStamp(entry.createdAt)} (${entry.createdAt})`],
    [t('audit.columns.who'), <Who key="who" entry={entry} />],
    [
      t('audit.entry.ipAddress'),
      ipAddress ? <Address key="ip" ipAddress={ipAddress} /> : t('audit.entry.none'),
    ],
    [t('audit.entry.browser'), <bdi key="browser">{userAgent ?? t('audit.entry.none')}</bdi>],
    ...(organizationId
      ? [[t('audit.entry.organization'), linked(me, 'organizationId', organizationId, organization)] as const]
      : []),
    ...(sealed === undefined
      ? []
      : [[t('audit.entry.seal'), t(sealed ? 'audit.entry.sealed' : 'audit.entry.notSealed')] as const]),
    [t('audit.entry.id'), <Code key="id">{id}</Code>],
    ...Object.entries(metadata).map(
      ([name, value]): Fact => [name, <Value key={name} name={name} value={value} />],
    ),
  ];
  return (
    <Box py="xs" ps={{ base: 0, sm: 36 }}>
      <Facts facts={facts} />
    </Box>
  );
}

function Who({ entry: { userId, userEmail } }: { entry: AuditEntry }) {
  const t = useT();
  const me = useMe();
  if (!userId) return userEmail ?? t('audit.system');
  return linked(me, 'userId', userId, userEmail ?? undefined);
}

/** What else came from there. */
function Address({ ipAddress }: { ipAddress: string }) {
  return (
    <AnchorLink to="/admin/audit-logs" search={{ ipAddress } as never} inherit>
      <bdi className="numbers">{ipAddress}</bdi>
    </AnchorLink>
  );
}

/** Exports and the API have only the code. */
function reasonWithCode(t: Texts, reason: string): ReactNode {
  const words = reasonInWords(t, reason);
  return words === reason ? (
    reason
  ) : (
    <>
      {words} <Code>{reason}</Code>
    </>
  );
}

/** As text, with a link if its name says what it is the id of. Objects are as the service has them. */
function Value({ name, value }: { name: string; value: unknown }): ReactNode {
  const me = useMe();
  const t = useT();
  if (name === 'reason' && typeof value === 'string') return reasonWithCode(t, value);
  if (typeof value === 'string') return linked(me, name, value);
  return (
    <Code block dir="ltr" p={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}

/** A link for readers who may follow it. */
function linked(me: Me, name: string, id: string, label: string = id): ReactNode {
  const text = <bdi>{label}</bdi>;
  if (people.includes(name) && me.permissions.includes('users:read'))
    return (
      <AnchorLink to="/admin/users/$id" params={{ id }} inherit>
        {text}
      </AnchorLink>
    );
  if (name === 'organizationId' && seesOrganizations(me))
    return (
      <AnchorLink to="/admin/organizations/$id" params={{ id }} inherit>
        {text}
      </AnchorLink>
    );
  if (keys.includes(name) && me.organization)
    return (
      <AnchorLink to="/organization/keys" inherit>
        {text}
      </AnchorLink>
    );
  if (name === 'applicationId' && me.permissions.includes('applications:read'))
    return (
      <AnchorLink to="/admin/applications" inherit>
        {text}
      </AnchorLink>
    );
  return text;
}
