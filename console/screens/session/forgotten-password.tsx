import { Alert, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { PageLink } from '#console/components/page-link.tsx'
import { EmailField } from '#console/components/sign-in/email-field.tsx'
import { SessionForm } from '#console/components/sign-in/session-form.tsx'
import { session } from '#console/strings/session.ts'
import { SessionCard } from './session-card.tsx'

export function ForgottenPassword() {
  const words = session.useWords()
  const [email, setEmail] = useState('')
  const request = useMutation(trpc.admin.users.requestPasswordReset.mutationOptions(shownInPlace))
  return (
    <SessionCard title={words.forgotTitle}>
      {request.isSuccess ? (
        <Alert color="teal" role="status">
          {words.linkSent}
        </Alert>
      ) : (
        <SessionForm
          error={request.error}
          isPending={request.isPending}
          action={words.sendLink}
          onSubmit={() => request.mutate({ email })}
        >
          <Text size="sm" c="dimmed">
            {words.forgotText}
          </Text>
          <EmailField label={words.email} value={email} onChange={setEmail} />
        </SessionForm>
      )}
      <PageLink to="/sign-in" size="sm" ta="center">
        {words.backToSignIn}
      </PageLink>
    </SessionCard>
  )
}
