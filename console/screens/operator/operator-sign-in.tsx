import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shopError } from '#client/index.ts'
import { queryClient } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { CodeField } from '#console/components/sign-in/code-field.tsx'
import { EmailField } from '#console/components/sign-in/email-field.tsx'
import { PasswordField } from '#console/components/sign-in/password-field.tsx'
import { SessionForm } from '#console/components/sign-in/session-form.tsx'
import { useErrorText } from '#console/components/states.tsx'
import { SessionCard } from '#console/screens/session/session-card.tsx'
import { operators } from '#console/strings/operators.ts'
import { session } from '#console/strings/session.ts'
import { currentKey, forgetPages, operator } from './api.ts'

const EMPTY = { email: '', password: '', code: '' }

/** Asks for the password, and then for the code if the operator has a second factor. */
export function OperatorSignIn() {
  const words = operators.useWords()
  const texts = session.useWords()
  const textOf = useErrorText()
  const [entered, setEntered] = useState(EMPTY)
  const [needsCode, setNeedsCode] = useState(false)
  const enter = (change: Partial<typeof EMPTY>) => setEntered({ ...entered, ...change })
  const logIn = useMutation({
    ...operator.account.logIn.mutationOptions(),
    ...shownInPlace,
    onSuccess: (account) => {
      forgetPages()
      queryClient.setQueryData(currentKey, account)
    },
    onError: (error) => {
      if (reasonOf(error) === 'second_factor_required') setNeedsCode(true)
      enter({ code: '' })
    },
  })
  const restart = () => {
    logIn.reset()
    setNeedsCode(false)
    setEntered(EMPTY)
  }
  const isFirstRequest = reasonOf(logIn.error) === 'second_factor_required'
  const isWrong = shopError(logIn.error)?.httpStatus === 401 && !reasonOf(logIn.error)
  const { email, password, code } = entered
  return (
    <SessionCard title={words.signIn}>
      <SessionForm
        error={isFirstRequest ? null : logIn.error}
        textOf={(error) => (isWrong ? texts.wrongPassword : textOf(error))}
        isPending={logIn.isPending}
        action={texts.signIn}
        onSubmit={() => logIn.mutate({ email, password, ...(needsCode ? { code } : {}) })}
      >
        {needsCode ? (
          <CodeField value={code} onChange={(code) => enter({ code })} />
        ) : (
          <>
            <EmailField label={texts.email} value={email} onChange={(email) => enter({ email })} />
            <PasswordField label={texts.password} value={password} onChange={(password) => enter({ password })} />
          </>
        )}
      </SessionForm>
      {needsCode && (
        <Button variant="subtle" color="gray" onClick={restart}>
          {texts.otherAccount}
        </Button>
      )}
    </SessionCard>
  )
}

const reasonOf = (error: unknown) => shopError(error)?.reason?.name
