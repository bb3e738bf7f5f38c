import { Text, TextInput } from '@mantine/core'
import { session } from '#console/strings/session.ts'
import type { AskedCode } from './asked-code.ts'

interface CodeFieldProps {
  /** Default: the code of the account that signs in. */
  of?: AskedCode
  value: string
  onChange(code: string): void
}

/** The code of the second factor. */
export function CodeField({ of = 'code', value, onChange }: CodeFieldProps) {
  const words = session.useWords()
  return (
    <>
      <Text size="sm" c="dimmed">
        {of === 'code' ? words.codeText : words.personCodeText}
      </Text>
      <TextInput
        label={words.code}
        name="code"
        autoComplete="one-time-code"
        inputMode="text"
        required
        withAsterisk={false}
        // The field replaces the password field that the user has just left.
        ref={focusOnce}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus()
