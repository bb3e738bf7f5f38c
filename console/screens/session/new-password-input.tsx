import { PasswordInput } from '@mantine/core'
import { session } from '#console/strings/session.ts'

interface NewPasswordInputProps {
  value: string
  onChange(password: string): void
}

export function NewPasswordInput({ value, onChange }: NewPasswordInputProps) {
  const words = session.useWords()
  return (
    <PasswordInput
      label={words.newPassword}
      autoComplete="new-password"
      required
      withAsterisk={false}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
