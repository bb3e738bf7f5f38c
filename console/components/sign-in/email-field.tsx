import { TextInput, type TextInputProps } from '@mantine/core'

interface EmailFieldProps extends Pick<TextInputProps, 'label' | 'name' | 'autoFocus'> {
  value: string
  onChange(email: string): void
}

/** The e-mail address that names an account. */
export const EmailField = ({ onChange, ...input }: EmailFieldProps) => (
  <TextInput
    type="email"
    autoComplete="username"
    required
    withAsterisk={false}
    onChange={(event) => onChange(event.currentTarget.value)}
    {...input}
  />
)
