import { Page } from '../ui/page.tsx';

export function OrganizationPage() {
  return <Page title="Organization">{null}</Page>;
}
