import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { PasswordField } from '#console/components/sign-in/password-field.tsx'
import { SessionForm } from '#console/components/sign-in/session-form.tsx'
import { session } from '#console/strings/session.ts'
import { LinkCard } from './link-card.tsx'

const resetPasswordRoute = getRouteApi('/reset-password')

export function ResetPassword() {
  const words = session.useWords()
  const { token } = resetPasswordRoute.useSearch()
  const [password, setPassword] = useState('')
  const account = useQuery(
    trpc.admin.users.readPasswordToken.queryOptions({ token: token ?? '' }, { enabled: token !== undefined }),
  )
  const reset = useMutation(trpc.admin.users.resetPassword.mutationOptions(shownInPlace))
  return (
    <LinkCard
      title={words.resetTitle}
      token={token}
      account={account}
      ended={words.endedLink}
      done={reset.isSuccess ? words.resetDone : undefined}
      ways={
        <>
          {!reset.isSuccess && account.data?.email === null && (
            <PageLink to="/forgotten-password" size="sm" ta="center">
              {words.newLink}
            </PageLink>
          )}
          <PageLink to="/sign-in" size="sm" ta="center">
            {words.backToSignIn}
          </PageLink>
        </>
      }
      form={(email) => (
        <SessionForm
          error={reset.error}
          isPending={reset.isPending}
          action={words.resetTitle}
          onSubmit={() => reset.mutate({ token: token!, password })}
        >
          <TextInput label={words.email} value={email} readOnly autoComplete="username" />
          <PasswordField label={words.newPassword} isNew value={password} onChange={setPassword} />
        </SessionForm>
      )}
    />
  )
}
