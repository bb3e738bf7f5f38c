import { Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import type { ProcedureForm as FormState } from '#console/components/form/use-procedure-form.ts'
import { Columns, Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { access } from '#console/strings/access.ts'
import { roles } from '#console/strings/roles.ts'
import { RightsInput } from './rights-input.tsx'
import { RoleSummary } from './role-summary.tsx'

export interface RoleValues {
  name: string
  scopes: string[]
}

interface RoleFormProps {
  form: FormState<RoleValues>
  action?: string
  hasFixedName?: boolean
}

export function RoleForm({ form, action, hasFixedName = false }: RoleFormProps) {
  const words = access.useWords()
  const { details } = roles.useWords()
  const { data, error } = useQuery(trpc.admin.roles.listScopes.queryOptions())
  const { getInputProps } = form.fields
  const scopes = getInputProps('scopes')
  return (
    <ProcedureForm form={form} {...(action ? { action } : {})}>
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingLines />}
      {data && (
        <Columns
          main={
            <>
              <Section title={details}>
                <TextInput label={words.name} readOnly={hasFixedName} maxLength={60} {...getInputProps('name')} />
              </Section>
              <RightsInput
                rights={data.scopes}
                value={scopes.value}
                onChange={scopes.onChange}
                error={typeof scopes.error === 'string' ? scopes.error : undefined}
              />
            </>
          }
          side={
            <Stack>
              <RoleSummary rights={data.scopes} scopes={scopes.value} />
            </Stack>
          }
        />
      )}
    </ProcedureForm>
  )
}
