import { Code } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { createdColumn } from '#console/components/list/columns.tsx'
import { choiceFilter } from '#console/components/list/filters.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { activity } from '#console/strings/activity.ts'
import { ActivityTabs } from './activity-tabs.tsx'

const eventsRoute = getRouteApi('/shell/activity/events')

export function EventList() {
  const words = activity.useWords()
  const list = useList(eventsRoute.useSearch())
  const chosen = list.text('event')
  const shown = useRowList(
    list,
    trpc.admin.events.list.infiniteQueryOptions(
      { limit: 100, name: list.texts('event'), created_at: list.dates('period') },
      cursorPages,
    ),
    ({ events }) => events.map((event) => ({ ...event, id: String(event.id) })),
  )
  const seen = [...new Set([...(chosen ? [chosen] : []), ...shown.rows.map(({ name }) => name)])].sort()
  return (
    <Page title={words.events}>
      <ActivityTabs />
      <ListScreen
        name="events"
        {...shown}
        nameOf={({ name }) => name}
        filters={[
          choiceFilter(
            'event',
            words.event,
            seen.map((name) => ({ value: name, label: name })),
          ),
          { kind: 'dates', name: 'period', label: words.period },
        ]}
        empty={{ title: words.events, hint: words.eventsEmpty }}
        columns={[
          { key: 'event', title: words.event, cell: ({ name }) => name },
          { key: 'subject', title: words.subject, cell: ({ payload }) => <Code>{payload.id}</Code>, isWideOnly: true },
          createdColumn(words.time, { isWideOnly: false }),
        ]}
      />
    </Page>
  )
}
