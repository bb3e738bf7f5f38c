import { Alert, Button, PasswordInput, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { useErrorText } from '#console/components/states.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { session } from '#console/strings/session.ts'
import { resetPasswordRoute } from './routes.ts'
import { SessionCard } from './session-card.tsx'

export function ResetPassword() {
  const words = useStrings(session)
  const textOf = useErrorText()
  const { token } = resetPasswordRoute.useSearch()
  const [password, setPassword] = useState('')
  const reset = useMutation(trpc.admin.users.resetPassword.mutationOptions())
  return (
    <SessionCard title={words.resetTitle}>
      {!token && <Alert color="yellow">{words.missingToken}</Alert>}
      {reset.isSuccess && (
        <Alert color="teal" role="status">
          {words.resetDone}
        </Alert>
      )}
      {token && !reset.isSuccess && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            reset.mutate({ token, password })
          }}
        >
          <Stack>
            {reset.isError && (
              <Alert color="red" role="alert">
                {textOf(reset.error)}
              </Alert>
            )}
            <PasswordInput
              label={words.newPassword}
              autoComplete="new-password"
              required
              withAsterisk={false}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Button type="submit" loading={reset.isPending}>
              {words.resetTitle}
            </Button>
          </Stack>
        </form>
      )}
      <PageLink to="/sign-in" size="sm" ta="center">
        {words.backToSignIn}
      </PageLink>
    </SessionCard>
  )
}
