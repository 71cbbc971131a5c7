import type { Output } from '@latchkey/sdk';
import { Button, Code, CopyButton, Group, Image, Loader, Modal, Stack, Stepper, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { CodeField, useCodeForm } from '../ui/code-form.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { closingOnlyWhenDone } from '../ui/shown-once.tsx';
import { BackupCodes } from './backup-codes.tsx';
import classes from './two-factor-setup.module.css';

type Props = { opened: boolean; onClose: () => void };
type Setup = Output<'setupTwoFactor'>;

/** Three steps: scan, confirm, save the codes. Two-factor is on after the second. */
export function TwoFactorSetup({ opened, onClose }: Props) {
  const t = useT();
  const [step, setStep] = useState(0);
  const start = useAct('setupTwoFactor', { quiet: true });
  const { mutate, reset } = start;
  useEffect(() => {
    if (!opened) return;
    setStep(0);
    reset();
    mutate({});
  }, [opened, mutate, reset]);
  const setup = start.data;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('account.twoFactor.setUpTitle')}
      size="lg"
      {...closingOnlyWhenDone(step === 2)}
      closeOnClickOutside={false}
    >
      <Stack>
        <Stepper active={step} size="sm" wrap={false} allowNextStepsSelect={false} classNames={classes}>
          {(['scan', 'confirm', 'codes'] as const).map((each) => (
            <Stepper.Step key={each} label={t(`account.twoFactor.step.${each}`)} allowStepSelect={false} />
          ))}
        </Stepper>
        <ErrorNote error={start.error} onRetry={() => mutate({})} />
        {!setup && !start.error && (
          <Group justify="center" mih={260}>
            <Loader aria-label={t('waiting.label')} />
          </Group>
        )}
        {setup && step === 0 && <Scan setup={setup} onNext={() => setStep(1)} />}
        {setup && step === 1 && <Confirm onBack={() => setStep(0)} onDone={() => setStep(2)} />}
        {setup && step === 2 && <BackupCodes codes={setup.backupCodes} onDone={onClose} />}
      </Stack>
    </Modal>
  );
}

function Scan({ setup, onNext }: { setup: Setup; onNext: () => void }) {
  const t = useT();
  return (
    <Stack align="center">
      <Text size="sm">{t('account.twoFactor.scan')}</Text>
      <Image
        src={setup.qrCodeDataUrl}
        alt={t('account.twoFactor.qrCode')}
        w={200}
        h={200}
        radius="md"
        bg="white"
        p={8}
      />
      <Text size="sm" c="dimmed">
        {t('account.twoFactor.scanKey')}
      </Text>
      <Group gap="sm" justify="center">
        <Code fz="sm">{setup.manualEntryKey}</Code>
        <CopyButton value={setup.secret}>
          {({ copied, copy }) => (
            <Button size="compact-sm" variant="default" onClick={copy}>
              {t(copied ? 'account.backupCodes.copied' : 'account.backupCodes.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Group w="100%" justify="flex-end">
        <Button onClick={onNext} data-autofocus>
          {t('account.twoFactor.next')}
        </Button>
      </Group>
    </Stack>
  );
}

function Confirm({ onBack, onDone }: { onBack: () => void; onDone: () => void }) {
  const t = useT();
  const verify = useAct('verifyTwoFactor', { invalidates: ['me'], quiet: true });
  const { submit, field, failure, submitting, ready } = useCodeForm(async (code) => {
    await verify.mutateAsync({ body: { code } });
    onDone();
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack align="center">
        <CodeField {...field} label={t('account.twoFactor.sixDigits')} />
        <ErrorNote error={failure} />
        <Group w="100%" justify="space-between">
          <Button variant="default" onClick={onBack}>
            {t('account.twoFactor.back')}
          </Button>
          <Button type="submit" loading={submitting} disabled={!ready}>
            {t('account.twoFactor.turnOn')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
