import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { PasswordField } from '#console/components/sign-in/password-field.tsx'
import { SessionForm } from '#console/components/sign-in/session-form.tsx'
import { ownShopsWords } from '#console/strings/own-shops.ts'
import { shownInPlace } from '../failed-changes.ts'
import { ownShops } from './api.ts'

/** Asks for the password of all shops, once in a session. The password of the shop is not enough, because its administrators can replace it. */
export function ProveForm({ onProven }: { onProven(): void }) {
  const words = ownShopsWords.useWords()
  const [password, setPassword] = useState('')
  const prove = useMutation({
    ...shownInPlace,
    mutationFn: () => ownShops.prove.mutate({ password }),
    onSuccess: onProven,
  })
  return (
    <SessionForm
      error={prove.error}
      isPending={prove.isPending}
      action={words.showShops}
      onSubmit={() => prove.mutate()}
    >
      <Text size="sm">{words.proveText}</Text>
      <PasswordField label={words.password} value={password} onChange={setPassword} />
    </SessionForm>
  )
}
