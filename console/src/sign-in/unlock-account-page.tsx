import { api } from '../client.ts';
import { useT } from '../language/texts.ts';
import { ButtonLink } from '../ui/link.tsx';
import { FollowedLink } from './followed-link.tsx';
import { Outcome } from './outcome.tsx';

const unlock = (token: string) => api.verifyUnlock({ body: { token } });

export function UnlockAccountPage() {
  const t = useT();
  return (
    <FollowedLink
      title={t('unlock.title')}
      follow={unlock}
      again={<ButtonLink to="/request-unlock">{t('action.getNewLink')}</ButtonLink>}
      doneTitle={t('unlock.doneTitle')}
      done={() => (
        <Outcome kind="done" action={<ButtonLink to="/login">{t('action.signIn')}</ButtonLink>}>
          {t('unlock.done')}
        </Outcome>
      )}
    />
  );
}
