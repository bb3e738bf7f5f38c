import { PasswordInput, type PasswordInputProps } from '@mantine/core'

interface PasswordFieldProps extends Pick<PasswordInputProps, 'label' | 'name'> {
  value: string
  /** Whether the user chooses it now. */
  isNew?: boolean
  onChange(password: string): void
}

export const PasswordField = ({ isNew = false, onChange, ...input }: PasswordFieldProps) => (
  <PasswordInput
    autoComplete={isNew ? 'new-password' : 'current-password'}
    required
    withAsterisk={false}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...input}
  />
)
