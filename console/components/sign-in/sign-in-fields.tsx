import { Alert, Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { session } from '#console/strings/session.ts'
import { hasPasskeys } from './passkey.ts'
import type { SignIn } from './use-sign-in.ts'

/** The password, or the code after it, with the buttons. */
export function SignInFields({ signIn, isDialog = false }: { signIn: SignIn; isDialog?: boolean }) {
  const words = session.useWords()
  return (
    <>
      {signIn.problem && (
        <Alert color="red" role="alert">
          {signIn.problem}
        </Alert>
      )}
      {signIn.needsCode ? (
        <CodeField signIn={signIn} />
      ) : (
        <PasswordInput
          label={words.password}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={signIn.password}
          onChange={(event) => signIn.setPassword(event.currentTarget.value)}
          {...(isDialog ? { 'data-autofocus': true } : {})}
        />
      )}
      <Button type="submit" loading={signIn.isPending} fullWidth>
        {words.signIn}
      </Button>
      {hasPasskeys() && (
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
      {signIn.needsCode && (
        <Button variant="subtle" color="gray" onClick={signIn.restart}>
          {words.otherAccount}
        </Button>
      )}
    </>
  )
}

function CodeField({ signIn }: { signIn: SignIn }) {
  const words = session.useWords()
  return (
    <>
      <Text size="sm" c="dimmed">
        {words.codeText}
      </Text>
      <TextInput
        label={words.code}
        name="code"
        autoComplete="one-time-code"
        inputMode="text"
        required
        withAsterisk={false}
        // The field replaces the password that the user has just typed.
        ref={focusOnce}
        value={signIn.code}
        onChange={(event) => signIn.setCode(event.currentTarget.value)}
      />
    </>
  )
}

const focusOnce = (input: HTMLInputElement | null) => input?.focus()
