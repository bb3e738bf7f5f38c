import { PasswordInput } from '@mantine/core'

interface PasswordFieldProps {
  label: string
  value: string
  isNew?: boolean
  onChange(password: string): void
}

export function PasswordField({ label, value, isNew = false, onChange }: PasswordFieldProps) {
  return (
    <PasswordInput
      label={label}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
