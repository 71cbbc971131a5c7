import type { Connection } from '@latchkey/contract';
import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../language/texts.ts';
import { OptionsTab } from './options-tab.tsx';
import { PeopleTab } from './people-tab.tsx';
import { SetupTab } from './setup-tab.tsx';
import classes from './single-sign-on.module.css';
import { TestTab } from './test-tab.tsx';

export type Tab = 'setup' | 'options' | 'test' | 'people';
type Props = { connection: Connection; startsWith: Tab; mayChange: boolean };

/** Everything about a connection that is set up, tested or listed. */
export default function Sections({ connection, startsWith, mayChange }: Props) {
  const t = useT();
  const [tab, setTab] = useState<string | null>(mayChange || startsWith !== 'test' ? startsWith : 'setup');
  const props = { connection, mayChange };
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value="setup">{t('singleSignOn.tabs.setup')}</Tabs.Tab>
        <Tabs.Tab value="options">{t('singleSignOn.tabs.options')}</Tabs.Tab>
        {mayChange && <Tabs.Tab value="test">{t('singleSignOn.tabs.test')}</Tabs.Tab>}
        <Tabs.Tab value="people">{t('singleSignOn.tabs.people')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="setup" pt="lg">
        <SetupTab {...props} />
      </Tabs.Panel>
      <Tabs.Panel value="options" pt="lg">
        {/* Saving may change what was entered, such as the order of domains. */}
        <OptionsTab key={connection.updatedAt} {...props} />
      </Tabs.Panel>
      {mayChange && (
        <Tabs.Panel value="test" pt="lg">
          <TestTab connection={connection} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="people" pt="lg">
        <PeopleTab {...props} />
      </Tabs.Panel>
    </Tabs>
  );
}
