import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { useErrorText } from '#console/components/states.tsx'
import { useStrings } from '#console/strings/define-strings.ts'
import { session } from '#console/strings/session.ts'
import { SessionCard } from './session-card.tsx'

export function ForgottenPassword() {
  const words = useStrings(session)
  const textOf = useErrorText()
  const [email, setEmail] = useState('')
  const request = useMutation(trpc.admin.users.requestPasswordReset.mutationOptions())
  return (
    <SessionCard title={words.forgotTitle}>
      {request.isSuccess ? (
        <Alert color="teal" role="status">
          {words.linkSent}
        </Alert>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            request.mutate({ email })
          }}
        >
          <Stack>
            <Text size="sm" c="dimmed">
              {words.forgotText}
            </Text>
            {request.isError && (
              <Alert color="red" role="alert">
                {textOf(request.error)}
              </Alert>
            )}
            <TextInput
              label={words.email}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Button type="submit" loading={request.isPending}>
              {words.sendLink}
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
