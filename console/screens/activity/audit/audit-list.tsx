import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { usePageRows } from '#console/components/list/use-page-rows.ts'
import { Page } from '#console/components/page.tsx'
import { RowLink } from '#console/components/page-link.tsx'
import { Time } from '#console/components/time.tsx'
import { activity } from '#console/strings/activity.ts'
import { useStrings } from '#console/strings/define-strings.ts'
import { customerName } from '../../customers/customer-name.ts'
import { ActivityTabs } from '../activity-tabs.tsx'
import { useActionNames } from './action-name.ts'
import { AuditObject, useObjectNames } from './audit-object.tsx'

const auditRoute = getRouteApi('/shell/activity')

export function AuditList() {
  const words = useStrings(activity)
  const names = useActionNames()
  const navigate = auditRoute.useNavigate()
  const list = useList(auditRoute.useSearch())
  const pages = useInfiniteQuery(
    trpc.admin.auditLog.list.infiniteQueryOptions(
      {
        limit: 100,
        expand: 'user',
        fields: 'id,created_at,procedure,resource_type,resource_ids,changes,change_count,user_id',
        order: list.input.order,
        user_id: list.texts('user'),
        resource_type: list.texts('area'),
        created_at: list.dates('period'),
      },
      cursorPages,
    ),
  )
  const rows = usePageRows(pages.data, (page) => page.audit_log)
  const objects = useObjectNames(rows)
  const { data: users } = useQuery(trpc.admin.users.list.queryOptions({ limit: 200 }))
  return (
    <Page title={words.audit}>
      <ActivityTabs />
      <ListScreen
        name="audit-log"
        list={list}
        pages={pages}
        rows={rows}
        nameOf={({ procedure }) => names.action(procedure)}
        onOpen={({ id }) => void navigate({ to: '/activity/changes/$id', params: { id } })}
        filters={[
          {
            kind: 'choice',
            name: 'user',
            label: words.user,
            options: users?.users.map((user) => ({ value: user.id, label: customerName(user) })) ?? [],
          },
          { kind: 'choice', name: 'area', label: words.area, options: names.options },
          { kind: 'dates', name: 'period', label: words.period },
        ]}
        empty={{ title: words.audit, hint: words.auditEmpty }}
        columns={[
          {
            key: 'action',
            title: words.action,
            width: 'minmax(0, 2fr)',
            cell: ({ id, procedure }) => (
              <RowLink to="/activity/changes/$id" params={{ id }}>
                {names.action(procedure)}
              </RowLink>
            ),
          },
          { key: 'object', title: words.object, cell: (entry) => <AuditObject entry={entry} names={objects} /> },
          { key: 'user', title: words.user, cell: ({ user }) => user && customerName(user), isWideOnly: true },
          {
            key: 'rows',
            title: words.rows,
            width: '6rem',
            align: 'end',
            cell: ({ change_count }) => change_count,
            isWideOnly: true,
          },
          {
            key: 'time',
            title: words.time,
            sort: 'created_at',
            width: 'min(9rem, 25vw)',
            cell: ({ created_at }) => <Time at={created_at} />,
          },
        ]}
      />
    </Page>
  )
}
