import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { useEventName } from '#console/components/event-names.ts'
import { createdColumn } from '#console/components/list/columns.tsx'
import { choiceFilter } from '#console/components/list/filters.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { PhoneNote } from '#console/components/list/phone-note.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { Time } from '#console/components/time.tsx'
import { activity } from '#console/strings/activity.ts'
import { ActivityTabs } from './activity-tabs.tsx'

const ResendDialog = lazyDialog(async () => (await import('./resend-dialog.tsx')).ResendDialog)

const notificationsRoute = getRouteApi('/shell/activity/notifications')

export function NotificationList() {
  const words = activity.useWords()
  const eventName = useEventName()
  const list = useList(notificationsRoute.useSearch())
  const chosen = list.text('event')
  const shown = useRowList(
    list,
    trpc.admin.notifications.list.infiniteQueryOptions(
      { limit: 100, event_name: list.texts('event'), order: list.input.order },
      cursorPages,
    ),
    (page) => page.notifications,
  )
  const seen = [...new Set([...(chosen ? [chosen] : []), ...shown.rows.map(({ event_name }) => event_name)])].sort()
  return (
    <Page title={words.notifications}>
      <ActivityTabs />
      <ListScreen
        name="notifications"
        {...shown}
        nameOf={({ event_name, to }) => `${eventName(event_name)} ${to}`}
        filters={[
          choiceFilter(
            'event',
            words.event,
            seen.map((name) => ({ value: name, label: eventName(name) })),
          ),
        ]}
        empty={{ title: words.notifications, hint: words.notificationsEmpty }}
        buttons={{
          width: '11rem',
          of: ({ id, to, event_name }) => (
            <DialogButton
              needs="notifications.resend"
              text={words.resend}
              label={words.resendOf(eventName(event_name))}
              dialog={(close) => <ResendDialog id={id} to={to} onClose={close} />}
            />
          ),
        }}
        columns={[
          {
            key: 'event',
            title: words.event,
            cell: ({ event_name, to, created_at }) => (
              <>
                {eventName(event_name)}
                <PhoneNote of="to">{to}</PhoneNote>
                <PhoneNote of="created">
                  <Time at={created_at} />
                </PhoneNote>
              </>
            ),
          },
          { key: 'to', title: words.to, cell: ({ to }) => to, isWideOnly: true },
          {
            key: 'provider',
            title: words.provider,
            width: '9rem',
            cell: ({ provider_id }) => provider_id,
            isWideOnly: true,
          },
          {
            key: 'resends',
            title: words.resent,
            width: '8rem',
            isWideOnly: true,
            cell: ({ resends = [] }) => (resends.length > 0 ? words.times(resends.length) : '–'),
          },
          createdColumn(words.time, { sort: 'created_at' }),
        ]}
      />
    </Page>
  )
}
