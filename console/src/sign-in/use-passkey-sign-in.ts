import { signInWithPasskey, signInWithPasskeyAutofill } from '@latchkey/sdk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, isCode } from '../client.ts';
import { isChangeOfMind, passkeysWork } from '../ui/passkeys.ts';
import { useFinishSignIn } from './finish.ts';

/**
 * Passkeys on the login page work in two ways: as suggestions in the email field while the page is open, and with a
 * button. A browser does one at a time, so the button ends the suggestions.
 */
export function usePasskeySignIn(returnTo: string | undefined, rememberMe: boolean) {
  const finish = useFinishSignIn(returnTo);
  const [pressed, setPressed] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const waiting = useRef<AbortController>(undefined);
  const latest = useRef({ finish, rememberMe });
  latest.current = { finish, rememberMe };

  const suggest = useCallback(() => {
    const controller = new AbortController();
    waiting.current = controller;
    signInWithPasskeyAutofill(api, {
      signal: controller.signal,
      rememberMe: () => latest.current.rememberMe,
    }).then(
      (answer) => answer && latest.current.finish(answer),
      (failure: unknown) => {
        // The user didn't ask for this suggestion, so ignore its other failures: the form still works.
        if (!isCode(failure, 'PASSKEY_INVALID')) return;
        setError(failure);
        suggest();
      },
    );
  }, []);

  useEffect(() => {
    if (!passkeysWork()) return;
    suggest();
    return () => waiting.current?.abort();
  }, [suggest]);

  const press = async () => {
    waiting.current?.abort();
    setPressed(true);
    setError(null);
    try {
      await finish(await signInWithPasskey(api, { rememberMe }));
    } catch (failure) {
      if (!isChangeOfMind(failure)) setError(failure);
      suggest();
    } finally {
      setPressed(false);
    }
  };
  /** Before the browser is asked for something else. */
  const stop = () => waiting.current?.abort();
  return { press, pressed, error, stop };
}
