import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { PageButton, RowLink } from '#console/components/page-link.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { useRoleName } from '#console/components/use-role-name.ts'
import { access } from '#console/strings/access.ts'
import { roles } from '#console/strings/roles.ts'
import { SettingsPage } from '../settings-page.tsx'
import { useRightsText } from './use-rights-text.ts'

export function RoleList() {
  const words = roles.useWords()
  const { name } = access.useWords()
  const nameOf = useRoleName()
  const rightsOf = useRightsText()
  const { data, error } = useQuery(trpc.admin.roles.list.queryOptions({ limit: 200 }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  return (
    <SettingsPage
      title={words.roles}
      width="detail"
      actions={<PageButton to="/settings/roles/new">{words.newRole}</PageButton>}
    >
      <TableSection
        title={words.roles}
        rows={data.roles}
        empty={words.roles}
        columns={[
          {
            key: 'name',
            title: name,
            cell: (role) => (
              <RowLink to="/settings/roles/$id" params={{ id: role.id }}>
                {nameOf(role.name)}
              </RowLink>
            ),
          },
          { key: 'rights', title: words.rights, cell: ({ scopes }) => rightsOf(scopes), isWideOnly: true },
          { key: 'users', title: words.usersTitle, cell: ({ user_count }) => user_count, align: 'end' },
        ]}
      />
    </SettingsPage>
  )
}
