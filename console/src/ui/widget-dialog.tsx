import { Alert, Box, Loader, Modal, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../language/texts.ts';

const scripts = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit',
};

type Kind = keyof typeof scripts;
type Look = { sitekey: string; callback(token: string): void; 'error-callback'(): void };
type Widgets = { [kind in Kind]?: { render(place: HTMLElement, look: Look): unknown } };

/** The other service's script, loaded once, and only when it is needed. */
function load(kind: Kind): Promise<void> {
  if ((window as Widgets)[kind]) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src: scripts[kind], async: true });
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('the widget did not load'));
    };
    document.head.append(script);
  });
}

type Props = { kind: Kind; siteKey: string; done(token: string): void; cancel(): void };

/** Shows the widget that tells people from bots. A person who closes it can submit again. */
export default function WidgetDialog({ kind, siteKey, done, cancel }: Props) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useEffect(() => {
    let isCurrent = true;
    const fail = () => isCurrent && setState('failed');
    const show = () => {
      const widget = (window as Widgets)[kind];
      if (!isCurrent || !place.current || !widget) return fail();
      setState('shown');
      widget.render(place.current, { sitekey: siteKey, callback: done, 'error-callback': fail });
    };
    load(kind).then(show).catch(fail);
    return () => {
      isCurrent = false;
    };
  }, [kind, siteKey, done]);
  return (
    <Modal opened onClose={cancel} title={t('challenge.title')} size="auto" centered>
      <Stack align="center" justify="center" mih={80}>
        {state === 'loading' && <Loader size="sm" />}
        {state === 'failed' && (
          <Alert color="red" role="alert">
            {t('challenge.failed')}
          </Alert>
        )}
        <Box ref={place} />
      </Stack>
    </Modal>
  );
}
