import { Button, FileButton, Group } from '@mantine/core';

type Act<Input> = { isPending: boolean; mutate: (input: Input) => void };
type Props = {
  hasImage: boolean;
  labels: Record<'upload' | 'replace' | 'remove', string>;
  save: Act<{ body: File }>;
  remove: Act<object>;
};

/** Uploads, replaces and removes an image. */
export function ImageButtons({ hasImage, labels, save, remove }: Props) {
  return (
    <Group gap="sm">
      <FileButton
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={(file) => file && save.mutate({ body: file })}
      >
        {(props) => (
          <Button {...props} variant="default" loading={save.isPending}>
            {hasImage ? labels.replace : labels.upload}
          </Button>
        )}
      </FileButton>
      {hasImage && (
        <Button variant="subtle" color="red" loading={remove.isPending} onClick={() => remove.mutate({})}>
          {labels.remove}
        </Button>
      )}
    </Group>
  );
}
