import { Text, Title } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import type { Column } from '#console/components/list/column.ts'
import { createdColumn } from '#console/components/list/columns.tsx'
import { choiceFilter } from '#console/components/list/filters.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { access, type en } from '#console/strings/access.ts'
import type { Translation } from '#console/strings/define-strings.ts'

const webhookRoute = getRouteApi('/shell/settings/webhooks/$id')

type Delivery = RouterOutputs['admin']['webhooks']['listDeliveries']['deliveries'][number]
type Status = Delivery['status']

const STATUSES: readonly Status[] = ['pending', 'delivered', 'failed']
/** The attempts to send events to a webhook. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const words = access.useWords()
  const list = useList(webhookRoute.useSearch())
  const status = STATUSES.filter((one) => one === list.text('status'))
  const shown = useRowList(
    list,
    trpc.admin.webhooks.listDeliveries.infiniteQueryOptions(
      { id: webhookId, limit: 100, ...(status.length > 0 ? { status } : {}) },
      cursorPages,
    ),
    (page) => page.deliveries,
  )
  return (
    <section aria-label={words.deliveries}>
      <Title order={2} mb="sm">
        {words.deliveries}
      </Title>
      <ListScreen
        name="deliveries"
        {...shown}
        nameOf={({ event_name }) => event_name}
        filters={[
          choiceFilter(
            'status',
            words.status,
            STATUSES.map((value) => ({ value, label: words[`delivery_${value}`] })),
          ),
        ]}
        empty={{ title: words.deliveries, hint: words.noDeliveries }}
        buttons={{
          width: '12rem',
          of: ({ event_id, event_name }) => (
            <ProcedureButton
              procedure={trpc.admin.webhooks.replay}
              input={{ id: webhookId, from: event_id }}
              text={words.replay}
              label={words.replayOf(event_name)}
              question={{ title: words.replayTitle, text: words.replayText }}
              done={words.replayed}
            />
          ),
        }}
        columns={[...columnsOf(words)]}
      />
    </section>
  )
}

const columnsOf = (words: Translation<typeof en>): Column<Delivery>[] => [
  { key: 'event', title: words.event, cell: ({ event_name }) => event_name },
  {
    key: 'status',
    title: words.status,
    width: '8rem',
    cell: ({ status }) => <StatusBadge tone={TONES.delivery[status]} text={words[`delivery_${status}`]} />,
  },
  createdColumn(words.time),
  { key: 'attempts', title: words.attempts, width: '5rem', cell: ({ attempts }) => attempts, isWideOnly: true },
  {
    key: 'answer',
    title: words.answer,
    isWideOnly: true,
    cell: ({ response_code, error }) => (
      <Text size="sm" truncate title={error ?? ''}>
        {[response_code, error].filter(Boolean).join(' ') || '–'}
      </Text>
    ),
  },
]
