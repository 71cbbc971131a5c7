import { Text } from '@mantine/core';
import { ButtonLink } from '../ui/link.tsx';
import { SignInLayout } from './layout.tsx';

/** A page that goes on from a step before, opened without it. */
export function ExpiredSignIn({ returnTo }: { returnTo?: string | undefined }) {
  return (
    <SignInLayout title="This sign-in has expired">
      <Text>It waited too long for the next step, was finished already, or began in another browser.</Text>
      <ButtonLink to="/login" search={returnTo ? { returnTo } : {}}>
        Start again
      </ButtonLink>
    </SignInLayout>
  );
}
