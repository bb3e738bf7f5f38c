import { Alert, Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { session } from '#console/strings/session.ts'
import { CodeField } from './code-field.tsx'
import { hasPasskeys } from './passkey.ts'
import { PasswordField } from './password-field.tsx'
import type { SignIn } from './use-sign-in.ts'

interface SignInFieldsProps {
  signIn: SignIn
  isDialog?: boolean
  /** Whether the accounts can have passkeys. */
  withPasskey?: boolean
}

/** The password, or the code after it, with the buttons. */
export function SignInFields({ signIn, isDialog = false, withPasskey = true }: SignInFieldsProps) {
  const words = session.useWords()
  return (
    <>
      {signIn.problem && (
        <Alert color="red" role="alert">
          {signIn.problem}
        </Alert>
      )}
      {signIn.askedCode ? (
        <CodeField key={signIn.askedCode} of={signIn.askedCode} value={signIn.code} onChange={signIn.setCode} />
      ) : (
        <PasswordField
          label={words.password}
          name="password"
          value={signIn.password}
          onChange={signIn.setPassword}
          {...(isDialog ? { 'data-autofocus': true } : {})}
        />
      )}
      <Button type="submit" loading={signIn.isPending} fullWidth>
        {words.signIn}
      </Button>
      {withPasskey && hasPasskeys() && (
        <Button
          variant="default"
          fullWidth
          leftSection={<IconKey size={16} aria-hidden />}
          disabled={signIn.isPending}
          onClick={signIn.usePasskey}
        >
          {words.usePasskey}
        </Button>
      )}
      {signIn.askedCode && (
        <Button variant="subtle" color="gray" onClick={signIn.restart}>
          {words.otherAccount}
        </Button>
      )}
    </>
  )
}
