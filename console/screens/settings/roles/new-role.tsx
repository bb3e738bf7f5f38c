import { useNavigate } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { Page } from '#console/components/page.tsx'
import { common } from '#console/strings/common.ts'
import { roles } from '#console/strings/roles.ts'
import { RoleForm, type RoleValues } from './role-form.tsx'

const values: RoleValues = { name: '', scopes: [] }

export function NewRole() {
  const words = roles.useWords()
  const { create } = common.useWords()
  const navigate = useNavigate()
  const form = useProcedureForm({
    action: trpc.admin.roles.create.mutationOptions(),
    values,
    toInput: (role) => role,
    required: ['name'],
    onSaved: async () => {
      await navigate({ to: '/settings/roles' })
    },
  })
  return (
    <Page title={words.newRole} back={{ to: '/settings/roles', text: words.roles }} width="detail">
      <RoleForm form={form} action={create} />
    </Page>
  )
}
