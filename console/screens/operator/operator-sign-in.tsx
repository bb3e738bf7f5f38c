import { Stack } from '@mantine/core'
import { useState } from 'react'
import type { RouterInputs } from '#client/index.ts'
import { queryClient } from '#console/app/api.ts'
import { EmailField } from '#console/components/sign-in/email-field.tsx'
import { SignInFields } from '#console/components/sign-in/sign-in-fields.tsx'
import { useSignIn } from '#console/components/sign-in/use-sign-in.ts'
import { SessionCard } from '#console/screens/session/session-card.tsx'
import { operators } from '#console/strings/operators.ts'
import { session } from '#console/strings/session.ts'
import { currentKey, forgetPages, operatorClient } from './api.ts'

/** Asks for the password, and then for the code if the operator has a second factor. */
export function OperatorSignIn() {
  const words = operators.useWords()
  const texts = session.useWords()
  const [email, setEmail] = useState('')
  const signIn = useSignIn({ email, logIn })
  const restart = () => {
    signIn.restart()
    setEmail('')
  }
  return (
    <SessionCard title={words.signIn}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          signIn.submit()
        }}
      >
        <Stack>
          {!signIn.askedCode && <EmailField label={texts.email} value={email} onChange={setEmail} />}
          <SignInFields signIn={{ ...signIn, restart }} withPasskey={false} />
        </Stack>
      </form>
    </SessionCard>
  )
}

async function logIn(credentials: RouterInputs['admin']['auth']['login']): Promise<void> {
  const account = await operatorClient.account.logIn.mutate(credentials)
  forgetPages()
  queryClient.setQueryData(currentKey, account)
}
