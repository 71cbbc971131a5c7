import type { Domain } from '@latchkey/contract';
import { LatchkeyError } from '@latchkey/sdk';
import {
  Badge,
  Box,
  Button,
  Code,
  Collapse,
  Group,
  Menu,
  Stack,
  Switch,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { RowMenu } from '../ui/row-controls.tsx';
import { StateBadge } from '../ui/state-badge.tsx';
import { When } from '../ui/when.tsx';
import { domainStateOf } from './domain-state.ts';
import classes from './single-sign-on.module.css';

type Props = {
  domain: Domain;
  mayChange: boolean;
  isFirst: boolean;
  isOpen: boolean;
  onToggle: () => void;
};

/** A domain; behind it, the record that proves it and what it opens. */
export function DomainRow({ domain, mayChange, isFirst, isOpen, onToggle }: Props) {
  const t = useT();
  const { id, name } = domain;
  const { label, color } = domainStateOf(domain);
  const [removing, setRemoving] = useState(false);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Box className={isFirst ? undefined : classes.next}>
      <Group wrap="nowrap" gap="xs" pr="md">
        <UnstyledButton className={classes.row} aria-expanded={isOpen} onClick={onToggle}>
          <Chevron size={16} aria-hidden className="points" />
          <Group gap="xs" miw={0}>
            <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <StateBadge label={label} color={color} />
            {domain.autoJoin && <Badge color="blue">{t('singleSignOn.domains.autoJoin.on')}</Badge>}
          </Group>
        </UnstyledButton>
        {mayChange && (
          <RowMenu name={name}>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setRemoving(true)}>
              {t('singleSignOn.domains.remove')}
            </Menu.Item>
          </RowMenu>
        )}
      </Group>
      <Collapse expanded={isOpen}>{isOpen && <Details domain={domain} mayChange={mayChange} />}</Collapse>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title={t('singleSignOn.domains.remove.title')}
        confirmLabel={t('singleSignOn.domains.remove.action')}
        act="removeDomain"
        input={{ params: { id } }}
        invalidates={['listDomains', 'listConnections']}
        success={t('singleSignOn.domains.remove.done')}
      >
        {t.rich('singleSignOn.domains.remove.text', { domain: <b>{name}</b> })}
      </ConfirmDialog>
    </Box>
  );
}

function Details({ domain, mayChange }: Pick<Props, 'domain' | 'mayChange'>) {
  const t = useT();
  const { record, verified } = domain;
  return (
    <Stack px="lg" pb="lg" pt="xs" maw={720}>
      <Text size="sm">{verified ? t('singleSignOn.domains.keep') : t('singleSignOn.domains.create')}</Text>
      <CopyField
        label={t('singleSignOn.domains.recordName')}
        value={record.name}
        note={t('singleSignOn.domains.recordName.note', { label: '_latchkey-challenge' })}
      />
      <CopyField label={t('singleSignOn.domains.recordValue')} value={record.value} />
      {mayChange ? <Checks domain={domain} /> : <LastCheck domain={domain} />}
    </Stack>
  );
}

function LastCheck({ domain: { verified, verifiedAt, checkedAt } }: Pick<Props, 'domain'>) {
  const t = useT();
  const checked = <When at={checkedAt} />;
  return (
    <Text size="sm" c="dimmed">
      {checkedAt === null && t('singleSignOn.domains.unchecked')}
      {checkedAt !== null &&
        (verified
          ? t.rich('singleSignOn.domains.verifiedAndChecked', { verified: <When at={verifiedAt} />, checked })
          : t.rich('singleSignOn.domains.checked', { when: checked }))}
    </Text>
  );
}

/** What the last lookup asked for, and what was there instead of the record. */
function LookedUp({ error }: { error: unknown }) {
  const t = useT();
  const { lookedUp, found } = error instanceof LatchkeyError ? error.details : {};
  if (typeof lookedUp !== 'string' || !Array.isArray(found)) return null;
  const key = found.length === 0 ? 'singleSignOn.domains.foundNone' : 'singleSignOn.domains.foundOnly';
  return (
    <Stack gap={4} mt={4} align="flex-start">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t.rich(key, { name: <Code dir="ltr">{lookedUp}</Code> })}
      </Text>
      {found.map((value) => (
        <Code key={String(value)} dir="ltr" style={{ overflowWrap: 'anywhere' }}>
          {String(value)}
        </Code>
      ))}
    </Stack>
  );
}

function Checks({ domain }: Pick<Props, 'domain'>) {
  const { id, name, verified, autoJoin } = domain;
  const t = useT();
  const verify = useAct('verifyDomain', {
    invalidates: ['listDomains'],
    success: verified ? t('singleSignOn.domains.inPlace') : t('singleSignOn.domains.verified'),
    quiet: true,
  });
  const queries = useQueryClient();
  // A check that finds no record counts as a check, too.
  const reload = () => void queries.invalidateQueries({ queryKey: ['listDomains'] });
  const update = useAct('updateDomain', {
    invalidates: ['listDomains'],
    success: t('singleSignOn.domains.saved'),
  });
  return (
    <>
      <ErrorNote error={verify.error}>
        <LookedUp error={verify.error} />
      </ErrorNote>
      <Group>
        <Button
          variant={verified ? 'default' : 'filled'}
          loading={verify.isPending}
          onClick={() => verify.mutate({ params: { id } }, { onError: reload })}
        >
          {t('singleSignOn.domains.check')}
        </Button>
        <LastCheck domain={domain} />
      </Group>
      <Switch
        label={t('singleSignOn.domains.autoJoin')}
        description={
          verified
            ? t('singleSignOn.domains.autoJoin.text', { domain: name })
            : t('singleSignOn.domains.autoJoin.verifyFirst')
        }
        checked={autoJoin}
        disabled={!verified}
        onChange={({ currentTarget: { checked } }) =>
          update.isPending || update.mutate({ params: { id }, body: { autoJoin: checked } })
        }
      />
    </>
  );
}
