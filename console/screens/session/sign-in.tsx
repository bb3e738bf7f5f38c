import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { shopError } from '#client/index.ts'
import { queryClient, trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { useErrorText } from '#console/components/states.tsx'
import { session } from '#console/strings/session.ts'
import { SessionCard } from './session-card.tsx'

const signInRoute = getRouteApi('/sign-in')

export function SignIn() {
  const words = session.useWords()
  const textOf = useErrorText()
  const router = useRouter()
  const { next } = signInRoute.useSearch()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const login = useMutation(
    trpc.admin.auth.login.mutationOptions({
      ...shownInPlace,
      onSuccess: async () => {
        queryClient.clear()
        // Only the path is kept, so that a link cannot lead to another site.
        const { pathname, search } = new URL(next ?? '/', location.origin)
        await router.navigate({ href: pathname + search })
      },
    }),
  )
  return (
    <SessionCard title={words.welcome}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          login.mutate({ email, password })
        }}
      >
        <Stack>
          {login.isError && (
            <Alert color="red" role="alert">
              {shopError(login.error)?.httpStatus === 401 ? words.wrongPassword : textOf(login.error)}
            </Alert>
          )}
          <TextInput
            label={words.email}
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            label={words.password}
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={login.isPending} fullWidth>
            {words.signIn}
          </Button>
          <PageLink to="/forgotten-password" size="sm" ta="center">
            {words.forgot}
          </PageLink>
        </Stack>
      </form>
    </SessionCard>
  )
}
