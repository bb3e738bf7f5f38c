import { Select, type SelectProps } from '@mantine/core'
import { access } from '#console/strings/access.ts'

const ROLES = ['admin', 'member', 'developer'] as const

export function RoleSelect(props: Omit<SelectProps, 'data' | 'label'>) {
  const words = access.useWords()
  return (
    <Select {...props} label={words.role} data={ROLES.map((role) => ({ value: role, label: words[`role_${role}`] }))} />
  )
}
