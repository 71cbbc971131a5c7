import { Avatar, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask, useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { displayName } from '../ui/display-name.ts';
import { ImageButtons } from '../ui/image-buttons.tsx';

/** A URL for the picture, released when it is no longer shown. */
function usePictureAddress(): string | null {
  const picture = useQuery({
    ...ask('getPicture'),
    // Having no picture isn't a failure: show nothing, and don't retry.
    retry: false,
  });
  const [address, setAddress] = useState<string | null>(null);
  const blob = picture.error ? undefined : picture.data;
  useEffect(() => {
    if (!blob) return setAddress(null);
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}

export function PictureCard() {
  const t = useT();
  const { user } = useMe();
  const address = usePictureAddress();
  const save = useAct('putPicture', { invalidates: ['getPicture'], success: t('account.picture.saved') });
  const remove = useAct('deletePicture', {
    invalidates: ['getPicture'],
    success: t('account.picture.removed'),
  });
  return (
    <Card component="section" aria-labelledby="picture">
      <Group gap="lg">
        <Avatar
          src={address}
          name={displayName(user)}
          color="initials"
          size={72}
          radius="50%"
          alt={t('account.picture.alt')}
        />
        <Stack gap={4} flex={1} miw={200}>
          <Title order={2} id="picture">
            {t('account.picture.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('account.picture.formats')}
          </Text>
        </Stack>
        <ImageButtons
          hasImage={address !== null}
          labels={{
            upload: t('account.picture.upload'),
            replace: t('account.picture.replace'),
            remove: t('account.picture.remove'),
          }}
          save={save}
          remove={remove}
        />
      </Group>
    </Card>
  );
}
