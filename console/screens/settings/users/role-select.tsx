import type { SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { Select } from '#console/components/late-select.tsx'
import { useRoleName } from '#console/components/use-role-name.ts'
import { access } from '#console/strings/access.ts'

/** Chooses one of the roles of the shop. */
export function RoleSelect(props: Omit<SelectProps, 'data' | 'label'>) {
  const words = access.useWords()
  const nameOf = useRoleName()
  const { data } = useQuery(trpc.admin.roles.list.queryOptions({ limit: 200 }))
  const names = data?.roles.map(({ name }) => name) ?? (props.value ? [props.value] : [])
  return (
    <Select
      label={words.role}
      data={names.map((value) => ({ value, label: nameOf(value) }))}
      allowDeselect={false}
      {...props}
    />
  )
}
