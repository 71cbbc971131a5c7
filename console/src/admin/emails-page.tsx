import { Page } from '../ui/page.tsx';

export function EmailsPage() {
  return <Page title="Emails">{null}</Page>;
}
