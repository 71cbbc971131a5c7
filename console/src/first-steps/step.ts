import type { LinkProps } from '@tanstack/react-router';

type StepName = 'twoFactor' | 'application' | 'email' | 'user' | 'company' | 'team' | 'policy' | 'sso';

/** Whether it is done is what the service says, so nothing has to be ticked off. */
export type Step = {
  name: StepName;
  done: boolean;
  to: NonNullable<LinkProps['to']>;
  /** Of what was made, once it is. */
  result?: { to: NonNullable<LinkProps['to']>; search: object } | undefined;
};
