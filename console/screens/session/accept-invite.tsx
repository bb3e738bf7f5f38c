import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { useErrorText } from '#console/components/states.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { session } from '#console/strings/session.ts'
import { inviteRoute } from './routes.ts'
import { SessionCard } from './session-card.tsx'

export function AcceptInvite() {
  const words = useStrings(session)
  const { token } = inviteRoute.useSearch()
  const accept = useMutation(trpc.admin.invites.accept.mutationOptions())
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
  const words = useStrings(session)
  const textOf = useErrorText()
  const [user, setUser] = useState({ first_name: '', last_name: '', password: '' })
  const fieldOf = (name: keyof typeof user) => ({
    value: user[name],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setUser({ ...user, [name]: event.currentTarget.value }),
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(user)
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {words.inviteText}
        </Text>
        {error !== null && (
          <Alert color="red" role="alert">
            {textOf(error)}
          </Alert>
        )}
        <Group grow>
          <TextInput label={words.firstName} autoComplete="given-name" {...fieldOf('first_name')} />
          <TextInput label={words.lastName} autoComplete="family-name" {...fieldOf('last_name')} />
        </Group>
        <PasswordInput
          label={words.newPassword}
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...fieldOf('password')}
        />
        <Button type="submit" loading={isPending}>
          {words.openAccount}
        </Button>
      </Stack>
    </form>
  )
}
