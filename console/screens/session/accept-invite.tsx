import { Group, Text, TextInput } from '@mantine/core'
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

const inviteRoute = getRouteApi('/invite')

export function AcceptInvite() {
  const words = session.useWords()
  const { token } = inviteRoute.useSearch()
  const account = useQuery(
    trpc.admin.invites.readToken.queryOptions({ token: token ?? '' }, { enabled: token !== undefined }),
  )
  const accept = useMutation(trpc.admin.invites.accept.mutationOptions(shownInPlace))
  return (
    <LinkCard
      title={words.inviteTitle}
      token={token}
      account={account}
      ended={words.endedInvitation}
      done={accept.isSuccess ? words.inviteDone : undefined}
      ways={
        <PageLink to="/sign-in" size="sm" ta="center">
          {words.backToSignIn}
        </PageLink>
      }
      form={(email) => (
        <InviteForm
          email={email}
          error={accept.error}
          isPending={accept.isPending}
          onSubmit={(user) => accept.mutate({ token: token!, user })}
        />
      )}
    />
  )
}

interface InviteFormProps {
  email: string
  error: unknown
  isPending: boolean
  onSubmit(user: { first_name: string; last_name: string; password: string }): void
}

function InviteForm({ email, error, isPending, onSubmit }: InviteFormProps) {
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
      <TextInput label={words.email} value={email} readOnly autoComplete="username" />
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
