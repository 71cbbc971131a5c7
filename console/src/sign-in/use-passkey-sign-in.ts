import { signInWithPasskey, signInWithPasskeyAutofill } from '@latchkey/sdk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api, isCode } from '../client.ts';
import { isChangeOfMind, passkeysWork } from '../ui/passkeys.ts';
import { useFinishSignIn } from './finish.ts';

/**
 * Passkeys on the login page, in two ways: among the suggestions of the email field for as long as the page is open, and
 * by a button. A browser does one thing at a time, so the button puts an end to the suggestions.
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
        // Whatever else goes wrong with a suggestion that nobody asked for, the form still works.
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
  return { press, pressed, error };
}
