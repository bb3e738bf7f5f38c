import { Select, type SelectProps } from '@mantine/core'
import { access } from '#console/strings/access.ts'
import { useStrings } from '#console/strings/define-strings.ts'

const ROLES = ['admin', 'member', 'developer'] as const

export function RoleSelect(props: Omit<SelectProps, 'data' | 'label'>) {
  const words = useStrings(access)
  return (
    <Select {...props} label={words.role} data={ROLES.map((role) => ({ value: role, label: words[`role_${role}`] }))} />
  )
}
