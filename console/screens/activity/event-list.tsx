import { Code } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { usePageRows } from '#console/components/list/use-page-rows.ts'
import { Page } from '#console/components/page.tsx'
import { Time } from '#console/components/time.tsx'
import { activity } from '#console/strings/activity.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { ActivityTabs } from './activity-tabs.tsx'

const eventsRoute = getRouteApi('/shell/activity/events')

export function EventList() {
  const words = useStrings(activity)
  const list = useList(eventsRoute.useSearch())
  const chosen = list.text('event')
  const pages = useInfiniteQuery(
    trpc.admin.events.list.infiniteQueryOptions(
      { limit: 100, name: list.texts('event'), created_at: list.dates('period') },
      cursorPages,
    ),
  )
  const rows = usePageRows(pages.data, ({ events }) => events.map((event) => ({ ...event, id: String(event.id) })))
  const seen = [...new Set([...(chosen ? [chosen] : []), ...rows.map(({ name }) => name)])].sort()
  return (
    <Page title={words.events}>
      <ActivityTabs />
      <ListScreen
        name="events"
        list={list}
        pages={pages}
        rows={rows}
        nameOf={({ name }) => name}
        onOpen={() => {}}
        filters={[
          {
            kind: 'choice',
            name: 'event',
            label: words.event,
            options: seen.map((name) => ({ value: name, label: name })),
          },
          { kind: 'dates', name: 'period', label: words.period },
        ]}
        empty={{ title: words.events, hint: words.eventsEmpty }}
        columns={[
          { key: 'event', title: words.event, cell: ({ name }) => name },
          { key: 'subject', title: words.subject, cell: ({ payload }) => <Code>{payload.id}</Code>, isWideOnly: true },
          { key: 'time', title: words.time, width: '9rem', cell: ({ created_at }) => <Time at={created_at} /> },
        ]}
      />
    </Page>
  )
}
