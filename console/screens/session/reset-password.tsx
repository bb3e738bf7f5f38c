import { Alert } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { PasswordField } from '#console/components/sign-in/password-field.tsx'
import { SessionForm } from '#console/components/sign-in/session-form.tsx'
import { session } from '#console/strings/session.ts'
import { SessionCard } from './session-card.tsx'

const resetPasswordRoute = getRouteApi('/reset-password')

export function ResetPassword() {
  const words = session.useWords()
  const { token } = resetPasswordRoute.useSearch()
  const [password, setPassword] = useState('')
  const reset = useMutation(trpc.admin.users.resetPassword.mutationOptions(shownInPlace))
  return (
    <SessionCard title={words.resetTitle}>
      {!token && <Alert color="yellow">{words.missingToken}</Alert>}
      {reset.isSuccess && (
        <Alert color="teal" role="status">
          {words.resetDone}
        </Alert>
      )}
      {token && !reset.isSuccess && (
        <SessionForm
          error={reset.error}
          isPending={reset.isPending}
          action={words.resetTitle}
          onSubmit={() => reset.mutate({ token, password })}
        >
          <PasswordField label={words.newPassword} isNew value={password} onChange={setPassword} />
        </SessionForm>
      )}
      <PageLink to="/sign-in" size="sm" ta="center">
        {words.backToSignIn}
      </PageLink>
    </SessionCard>
  )
}
