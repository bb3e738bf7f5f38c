import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { useRoleName } from '#console/components/use-role-name.ts'
import { roles } from '#console/strings/roles.ts'
import { DeleteRow } from '../delete-row.tsx'
import { isFirstRole } from './first-roles.ts'
import { RoleForm } from './role-form.tsx'
import { RoleSummary } from './role-summary.tsx'

type Role = RouterOutputs['admin']['roles']['get']['role']

const roleRoute = getRouteApi('/shell/settings/roles/$id')

export function RolePage() {
  const words = roles.useWords()
  const navigate = useNavigate()
  const nameOf = useRoleName()
  const { id } = roleRoute.useParams()
  const { data, error } = useQuery(trpc.admin.roles.get.queryOptions({ id }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { role } = data
  const isFixed = role.name === 'admin'
  return (
    <Page
      title={nameOf(role.name)}
      subtitle={words.users(role.user_count)}
      back={{ to: '/settings/roles', text: words.roles }}
      width={isFixed ? 'form' : 'detail'}
      actions={
        !isFirstRole(role.name) && (
          <DeleteRow
            procedure={trpc.admin.roles.delete}
            input={{ id: role.id }}
            name={role.name}
            text={words.deleteText}
            onDone={() => navigate({ to: '/settings/roles' })}
          />
        )
      }
    >
      {isFixed ? <FixedRole role={role} /> : <EditRole role={role} />}
    </Page>
  )
}

function EditRole({ role }: { role: Role }) {
  const hasFixedName = isFirstRole(role.name)
  const form = useProcedureForm({
    action: trpc.admin.roles.update.mutationOptions(),
    draft: role.id,
    values: { name: role.name, scopes: role.scopes },
    toInput: ({ name, scopes }) => ({ id: role.id, scopes, ...(hasFixedName ? {} : { name }) }),
  })
  return <RoleForm form={form} hasFixedName={hasFixedName} />
}

/** The role of administrators allows everything. */
function FixedRole({ role }: { role: Role }) {
  const { fixedRole } = roles.useWords()
  const { data } = useQuery(trpc.admin.roles.listScopes.queryOptions())
  return (
    <>
      <Alert color="gray" mb="lg">
        {fixedRole}
      </Alert>
      {data && <RoleSummary rights={data.scopes} scopes={role.scopes} />}
    </>
  )
}
