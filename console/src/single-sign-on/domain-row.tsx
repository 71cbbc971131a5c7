import type { Domain } from '@latchkey/contract';
import {
  Badge,
  Box,
  Button,
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
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { RowMenu } from '../ui/row-controls.tsx';
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
  const { id, name } = domain;
  const { label, color } = domainStateOf(domain);
  const [removing, setRemoving] = useState(false);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Box className={isFirst ? undefined : classes.next}>
      <Group wrap="nowrap" gap="xs" pr="md">
        <UnstyledButton className={classes.row} aria-expanded={isOpen} onClick={onToggle}>
          <Chevron size={16} aria-hidden />
          <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Badge color={color}>{label}</Badge>
          {domain.autoJoin && <Badge color="blue">People can join</Badge>}
        </UnstyledButton>
        {mayChange && (
          <RowMenu name={name}>
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setRemoving(true)}>
              Remove
            </Menu.Item>
          </RowMenu>
        )}
      </Group>
      <Collapse expanded={isOpen}>{isOpen && <Details domain={domain} mayChange={mayChange} />}</Collapse>
      <ConfirmDialog
        opened={removing}
        onClose={() => setRemoving(false)}
        title="Remove this domain?"
        confirmLabel="Remove domain"
        act="removeDomain"
        input={{ params: { id } }}
        invalidates={['listDomains', 'listConnections']}
        success="Domain removed."
      >
        People with an address in <b>{name}</b> can no longer sign in with your identity provider or join by
        themselves. Members stay.
      </ConfirmDialog>
    </Box>
  );
}

function Details({ domain, mayChange }: Pick<Props, 'domain' | 'mayChange'>) {
  const { record, verified, verifiedAt, checkedAt } = domain;
  return (
    <Stack px="lg" pb="lg" pt="xs" maw={720}>
      <Text size="sm">
        {verified
          ? 'Leave this TXT record at your DNS provider. We look it up every week.'
          : 'Create this TXT record at your DNS provider, then check it. New records can take minutes to an hour.'}
      </Text>
      <CopyField
        label="Name"
        value={record.name}
        note="Some DNS providers add the domain by themselves: then enter only _latchkey-challenge."
      />
      <CopyField label="Value" value={record.value} />
      <Text size="sm" c="dimmed">
        Verified <When at={verifiedAt} never="never" /> · Last checked <When at={checkedAt} never="never" />
      </Text>
      {mayChange && <Checks domain={domain} />}
    </Stack>
  );
}

function Checks({ domain: { id, name, verified, autoJoin } }: Pick<Props, 'domain'>) {
  const queries = useQueryClient();
  // A record that wasn't found changes the domain, too.
  const reload = () => queries.invalidateQueries({ queryKey: ['listDomains'] });
  const verify = useAct('verifyDomain', {
    invalidates: ['listDomains'],
    success: verified ? 'The record is in place.' : 'Domain verified.',
    quiet: true,
  });
  const update = useAct('updateDomain', { invalidates: ['listDomains'], success: 'Domain saved.' });
  return (
    <>
      <ErrorNote error={verify.error} />
      <Group>
        <Button
          variant={verified ? 'default' : 'filled'}
          loading={verify.isPending}
          onClick={() => verify.mutate({ params: { id } }, { onError: () => void reload() })}
        >
          Check now
        </Button>
      </Group>
      <Switch
        label="Let people join by themselves"
        description={
          verified
            ? `Everyone who verifies an address in ${name} and belongs to no organization becomes a member.`
            : 'Verify the domain first.'
        }
        checked={autoJoin}
        disabled={!verified || update.isPending}
        onChange={(event) =>
          update.mutate({ params: { id }, body: { autoJoin: event.currentTarget.checked } })
        }
      />
    </>
  );
}
