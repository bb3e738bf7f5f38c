import { Alert, Group, Text, TextInput } from '@mantine/core'
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

const inviteRoute = getRouteApi('/invite')

export function AcceptInvite() {
  const words = session.useWords()
  const { token } = inviteRoute.useSearch()
  const accept = useMutation(trpc.admin.invites.accept.mutationOptions(shownInPlace))
  return (
    <SessionCard title={words.inviteTitle}>
      {!token && <Alert color="yellow">{words.missingToken}</Alert>}
      {accept.isSuccess && (
        <Alert color="teal" role="status">
          {words.inviteDone}
        </Alert>
      )}
      {token && !accept.isSuccess && (
        <InviteForm
          error={accept.error}
          isPending={accept.isPending}
          onSubmit={(user) => accept.mutate({ token, user })}
        />
      )}
      <PageLink to="/sign-in" size="sm" ta="center">
        {words.backToSignIn}
      </PageLink>
    </SessionCard>
  )
}

interface InviteFormProps {
  error: unknown
  isPending: boolean
  onSubmit(user: { first_name: string; last_name: string; password: string }): void
}

function InviteForm({ error, isPending, onSubmit }: InviteFormProps) {
  const words = session.useWords()
  const [user, setUser] = useState({ first_name: '', last_name: '', password: '' })
  const fieldOf = (name: 'first_name' | 'last_name') => ({
    value: user[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setUser({ ...user, [name]: event.currentTarget.value }),
  })
  return (
    <SessionForm error={error} isPending={isPending} action={words.openAccount} onSubmit={() => onSubmit(user)}>
      <Text size="sm" c="dimmed">
        {words.inviteText}
      </Text>
      <Group grow>
        <TextInput label={words.firstName} autoComplete="given-name" {...fieldOf('first_name')} />
        <TextInput label={words.lastName} autoComplete="family-name" {...fieldOf('last_name')} />
      </Group>
      <PasswordField
        label={words.newPassword}
        isNew
        value={user.password}
        onChange={(password) => setUser({ ...user, password })}
      />
    </SessionForm>
  )
}
