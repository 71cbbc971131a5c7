import { Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { endingInWords, ownerOf } from '../settings/ending-words.ts';
import { lists } from '../settings/health-lists.ts';
import { AnchorLink } from '../ui/link.tsx';
import { Section } from '../ui/section.tsx';
import { When } from '../ui/when.tsx';

const most = 5;

/** What fails now and what ends soon. Nothing, if all is well. */
export function Attention() {
  const t = useT();
  const { data } = useQuery(ask('getHealth'));
  const failing =
    data?.areas.flatMap((each) => {
      const list = lists[each.area];
      return list && each.state !== 'ok' ? [{ ...each, list }] : [];
    }) ?? [];
  const ending = data?.ending ?? [];
  return (
    <Section
      title={t('dashboard.attention')}
      actions={
        <AnchorLink to="/admin/settings" size="sm">
          {t('settings.health')}
        </AnchorLink>
      }
    >
      {data && failing.length + ending.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('dashboard.allWell')}
        </Text>
      )}
      <Stack gap="sm">
        {failing.map(({ area, state, figures, list }) => (
          <Group key={area} justify="space-between" wrap="nowrap">
            <AnchorLink to={list.to} search={list.search as never} size="sm">
              {t(`settings.areas.${area}`)}
            </AnchorLink>
            <Group gap="sm">
              {figures
                .filter(({ name, value }) => value > 0 && ['failed', 'failing', 'refusing'].includes(name))
                .map(({ name, value }) => (
                  <Group key={name} gap={4} wrap="nowrap">
                    <Text size="sm" c="dimmed">
                      {t(`settings.figures.${name}`)}
                    </Text>
                    <Text size="sm" className="numbers">
                      {value.toLocaleString(t.locale)}
                    </Text>
                  </Group>
                ))}
              <Badge color={state === 'fault' ? 'red' : 'yellow'}>{t(`settings.states.${state}`)}</Badge>
            </Group>
          </Group>
        ))}
        {ending.slice(0, most).map((each) => (
          <Group key={`${each.kind} ${each.name} ${each.endsAt}`} justify="space-between" wrap="nowrap">
            <Stack gap={0} miw={0}>
              <AnchorLink {...ownerOf(each)} size="sm" truncate>
                {each.name}
              </AnchorLink>
              <Text size="sm" c="dimmed" truncate>
                {endingInWords(t, each)}
              </Text>
            </Stack>
            <Text size="sm">
              <When at={each.endsAt} />
            </Text>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
