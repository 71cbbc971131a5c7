import { Page } from '../ui/page.tsx';

export function InvitesPage() {
  return <Page title="Invitations">{null}</Page>;
}
