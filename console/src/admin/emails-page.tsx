import { IconMail } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { FilterSelect } from '../ui/filter-select.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useList } from '../ui/use-list.ts';
import { emailColumns } from './email-columns.tsx';
import { emailDefaults, emailQuery, emailStatuses } from './email-query.ts';

export function EmailsPage() {
  const t = useT();
  const list = useList(emailDefaults);
  const { to, status } = list.values;
  const emails = useQuery({
    ...ask('listEmails', { query: emailQuery(list.values) }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={t('emails.title')} description={t('emails.description')}>
      <List
        label={t('emails.title')}
        state={list}
        query={emails}
        rows={emails.data?.emails}
        paging={emails.data?.pagination}
        columns={emailColumns(t)}
        empty={{ icon: IconMail, title: t('emails.empty') }}
        filters={
          <>
            <SearchInput
              label={t('emails.filters.recipient')}
              value={to}
              onChange={(text) => list.set({ to: text }, { replace: true })}
            />
            <FilterSelect
              label={t('emails.filters.status')}
              any={t('emails.filters.anyStatus')}
              options={emailStatuses.map((value) => ({ value, label: t(`emails.statuses.${value}`) }))}
              value={status}
              onChange={(value) => list.set({ status: value })}
            />
          </>
        }
      />
    </Page>
  );
}
