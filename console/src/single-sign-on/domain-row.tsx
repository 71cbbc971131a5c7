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
import { useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
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
            <Badge color={color}>{label}</Badge>
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
  const { record, verified, verifiedAt, checkedAt } = domain;
  const checked = <When at={checkedAt} never={t('singleSignOn.never')} />;
  return (
    <Stack px="lg" pb="lg" pt="xs" maw={720}>
      <Text size="sm">{verified ? t('singleSignOn.domains.keep') : t('singleSignOn.domains.create')}</Text>
      <CopyField
        label={t('singleSignOn.domains.recordName')}
        value={record.name}
        note={t('singleSignOn.domains.recordName.note', { label: '_latchkey-challenge' })}
      />
      <CopyField label={t('singleSignOn.domains.recordValue')} value={record.value} />
      <Text size="sm" c="dimmed">
        {verified
          ? t.rich('singleSignOn.domains.verifiedAndChecked', { verified: <When at={verifiedAt} />, checked })
          : t.rich('singleSignOn.domains.checked', { when: checked })}
      </Text>
      {mayChange && <Checks domain={domain} />}
    </Stack>
  );
}

function Checks({ domain: { id, name, verified, autoJoin } }: Pick<Props, 'domain'>) {
  const t = useT();
  const verify = useAct('verifyDomain', {
    invalidates: ['listDomains'],
    success: verified ? t('singleSignOn.domains.inPlace') : t('singleSignOn.domains.verified'),
    quiet: true,
  });
  const update = useAct('updateDomain', {
    invalidates: ['listDomains'],
    success: t('singleSignOn.domains.saved'),
  });
  return (
    <>
      <ErrorNote error={verify.error} />
      <Group>
        <Button
          variant={verified ? 'default' : 'filled'}
          loading={verify.isPending}
          onClick={() => verify.mutate({ params: { id } })}
        >
          {t('singleSignOn.domains.check')}
        </Button>
      </Group>
      <Switch
        label={t('singleSignOn.domains.autoJoin')}
        description={
          verified
            ? t('singleSignOn.domains.autoJoin.text', { domain: name })
            : t('singleSignOn.domains.autoJoin.verifyFirst')
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
