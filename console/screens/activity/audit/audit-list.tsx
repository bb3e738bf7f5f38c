import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { useActionNames } from '#console/components/action-names.ts'
import { createdColumn } from '#console/components/list/columns.tsx'
import { choiceFilter } from '#console/components/list/filters.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { activity } from '#console/strings/activity.ts'
import { customerName } from '../../customers/customer-name.ts'
import { ActivityTabs } from '../activity-tabs.tsx'
import { AuditObject, objectsOf } from './audit-object.tsx'

const auditRoute = getRouteApi('/shell/activity')

export function AuditList() {
  const words = activity.useWords()
  const names = useActionNames()
  const list = useList(auditRoute.useSearch())
  const shown = useRowList(
    list,
    trpc.admin.auditLog.list.infiniteQueryOptions(
      {
        limit: 100,
        expand: 'user',
        fields: 'id,created_at,procedure,resource_type,resource_ids,changes,change_count,user_id',
        order: list.input.order,
        user_id: list.texts('user'),
        resource_type: list.texts('area'),
        resource_id: list.texts('object'),
        created_at: list.dates('period'),
      },
      cursorPages,
    ),
    (page) => page.audit_log,
  )
  const { data: users } = useQuery(trpc.admin.users.list.queryOptions({ limit: 200 }))
  return (
    <Page title={words.audit}>
      <ActivityTabs />
      <ListScreen
        name="audit-log"
        {...shown}
        nameOf={({ procedure }) => names.action(procedure)}
        page="/activity/changes/$id"
        filters={[
          choiceFilter(
            'user',
            words.user,
            users?.users.map((user) => ({ value: user.id, label: customerName(user) })),
          ),
          choiceFilter('area', words.area, names.options),
          choiceFilter('object', words.object, objectsOf(shown.rows)),
          { kind: 'dates', name: 'period', label: words.period },
        ]}
        empty={{ title: words.audit, hint: words.auditEmpty }}
        columns={[
          {
            key: 'action',
            title: words.action,
            width: 'minmax(0, 3fr)',
            isLink: true,
            cell: ({ procedure }) => names.action(procedure),
          },
          { key: 'object', title: words.object, cell: (entry) => <AuditObject entry={entry} /> },
          { key: 'user', title: words.user, cell: ({ user }) => user && customerName(user), isWideOnly: true },
          {
            key: 'rows',
            title: words.rows,
            width: '6rem',
            align: 'end',
            cell: ({ change_count }) => change_count,
            isWideOnly: true,
          },
          createdColumn(words.time, { sort: 'created_at', width: 'min(9rem, 25vw)', isWideOnly: false }),
        ]}
      />
    </Page>
  )
}
