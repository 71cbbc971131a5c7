import { Text } from '@mantine/core';
import { ButtonLink } from '../ui/link.tsx';
import { SignInLayout } from './layout.tsx';
import { onward } from './return-address.ts';

/** For a page that continues from an earlier step but was opened without it. */
export function ExpiredSignIn({ returnTo }: { returnTo?: string | undefined }) {
  return (
    <SignInLayout title="This sign-in has expired">
      <Text>It took too long, was already finished, or was started in another browser.</Text>
      <ButtonLink to="/login" search={onward(returnTo)}>
        Start over
      </ButtonLink>
    </SignInLayout>
  );
}
