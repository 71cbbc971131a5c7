import { Card } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Checklist } from './checklist.tsx';
import { useOperatorSteps } from './operator-steps.ts';
import { useOwnerSteps } from './owner-steps.ts';

type Props = { otherwise: ReactNode };

/** What is left to do before others can sign in: for the operator, or for the OWNER of an organization. */
export function FirstSteps({ otherwise }: Props) {
  const { user, organization, impersonating, requiresTwoFactorSetup } = useMe();
  if (impersonating) return otherwise;
  if (user.role === 'ADMIN') return <OfOperator of={user.id} otherwise={otherwise} />;
  if (organization?.role !== 'OWNER' || requiresTwoFactorSetup) return otherwise;
  return <OfOwner of={`${user.id}-${organization.id}`} otherwise={otherwise} />;
}

function OfOperator(props: Props & { of: string }) {
  return <Checklist steps={useOperatorSteps()} {...props} />;
}

function OfOwner(props: Props & { of: string }) {
  return <Checklist steps={useOwnerSteps()} {...props} />;
}

/** In place of figures that would all be zero. */
export function NoOneYet({ all }: { all: boolean }) {
  const t = useT();
  return (
    <Card>
      <EmptyState
        icon={<IconUsers size={24} />}
        title={t('firstSteps.noOneYet')}
        action={
          <ButtonLink to={all ? '/admin/users' : '/organization/invites'}>
            {t(all ? 'firstSteps.user.action' : 'firstSteps.team.action')}
          </ButtonLink>
        }
      >
        {t('firstSteps.noOneYetText')}
      </EmptyState>
    </Card>
  );
}
