import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { askedCodeOf, isCodeMissing } from '#console/components/sign-in/asked-code.ts'
import { CodeField } from '#console/components/sign-in/code-field.tsx'
import { PasswordField } from '#console/components/sign-in/password-field.tsx'
import { SessionForm } from '#console/components/sign-in/session-form.tsx'
import { ownShopsWords } from '#console/strings/own-shops.ts'
import { shownInPlace } from '../failed-changes.ts'
import { ownShops } from './api.ts'

/**
 * Asks for the password and the second factor of all shops, once in a session. The password of the shop is not enough, because its administrators
 * can replace it.
 */
export function ProveForm({ onProven }: { onProven(): void }) {
  const words = ownShopsWords.useWords()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const prove = useMutation({
    ...shownInPlace,
    mutationFn: () => ownShops.prove.mutate({ password, ...(needsCode ? { person_code: code } : {}) }),
    onSuccess: onProven,
    onError: (error) => {
      if (askedCodeOf(error)) setNeedsCode(true)
      setCode('')
    },
  })
  return (
    <SessionForm
      error={isCodeMissing(prove.error) ? null : prove.error}
      isPending={prove.isPending}
      action={words.showShops}
      onSubmit={() => prove.mutate()}
    >
      {needsCode ? (
        <CodeField of="person_code" value={code} onChange={setCode} />
      ) : (
        <>
          <Text size="sm">{words.proveText}</Text>
          <PasswordField label={words.password} value={password} onChange={setPassword} />
        </>
      )}
    </SessionForm>
  )
}
