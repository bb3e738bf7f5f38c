import { Code } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { useEventName } from '#console/components/event-names.ts'
import { createdColumn } from '#console/components/list/columns.tsx'
import { choiceFilter } from '#console/components/list/filters.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { activity } from '#console/strings/activity.ts'
import { ActivityTabs } from './activity-tabs.tsx'
import { ObjectLink } from './audit/audit-object.tsx'

const eventsRoute = getRouteApi('/shell/activity/events')

export function EventList() {
  const words = activity.useWords()
  const eventName = useEventName()
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
        nameOf={({ name }) => eventName(name)}
        filters={[
          choiceFilter(
            'event',
            words.event,
            seen.map((name) => ({ value: name, label: eventName(name) })),
          ),
          { kind: 'dates', name: 'period', label: words.period },
        ]}
        empty={{ title: words.events, hint: words.eventsEmpty }}
        columns={[
          { key: 'event', title: words.event, cell: ({ name }) => eventName(name) },
          { key: 'subject', title: words.subject, cell: (event) => <Subject event={event} /> },
          { key: 'name', title: words.eventName, cell: ({ name }) => <Code>{name}</Code>, isWideOnly: true },
          createdColumn(words.time, { isWideOnly: false }),
        ]}
      />
    </Page>
  )
}

interface SubjectProps {
  event: Pick<RouterOutputs['admin']['events']['list']['events'][number], 'payload' | 'objects'>
}

/** The row of an event, or the order or product that it belongs to. */
function Subject({ event: { payload, objects = [] } }: SubjectProps) {
  const object = objects.find(({ id }) => id === payload.id) ?? objects[0]
  if (!object) return <Code>{payload.id}</Code>
  return <ObjectLink id={object.owner_id ?? object.id} name={object.name} />
}
