import { Stack } from '@mantine/core'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { queryClient } from '#console/app/api.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { EmailField } from '#console/components/sign-in/email-field.tsx'
import { SignInFields } from '#console/components/sign-in/sign-in-fields.tsx'
import { useSignIn } from '#console/components/sign-in/use-sign-in.ts'
import { session } from '#console/strings/session.ts'
import { SessionCard } from './session-card.tsx'

const signInRoute = getRouteApi('/sign-in')

export function SignIn() {
  const words = session.useWords()
  const router = useRouter()
  const { next } = signInRoute.useSearch()
  const [email, setEmail] = useState('')
  const signIn = useSignIn({
    email,
    onSignedIn: async () => {
      queryClient.clear()
      // Only the path is kept, so that a link cannot lead to another site.
      const { pathname, search } = new URL(next ?? '/', location.origin)
      await router.navigate({ href: pathname + search })
    },
  })
  return (
    <SessionCard title={words.welcome}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          signIn.submit()
        }}
      >
        <Stack>
          {!signIn.askedCode && (
            <EmailField label={words.email} name="email" autoFocus value={email} onChange={setEmail} />
          )}
          <SignInFields signIn={signIn} />
          <PageLink to="/forgotten-password" size="sm" ta="center">
            {words.forgot}
          </PageLink>
        </Stack>
      </form>
    </SessionCard>
  )
}
