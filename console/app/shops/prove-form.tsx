import { Alert, Button, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorText } from '#console/components/states.tsx'
import { ownShopsWords } from '#console/strings/own-shops.ts'
import { shownInPlace } from '../failed-changes.ts'
import { ownShops } from './api.ts'

/** Asks for the password of all shops, once in a session. The password of the shop is not enough, because its administrators can replace it. */
export function ProveForm({ onProven }: { onProven(): void }) {
  const words = ownShopsWords.useWords()
  const textOf = useErrorText()
  const [password, setPassword] = useState('')
  const prove = useMutation({
    ...shownInPlace,
    mutationFn: () => ownShops.prove.mutate({ password }),
    onSuccess: onProven,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        prove.mutate()
      }}
    >
      <Stack gap="sm">
        <Text size="sm">{words.proveText}</Text>
        {prove.error && (
          <Alert color="red" role="alert">
            {textOf(prove.error)}
          </Alert>
        )}
        <PasswordInput
          label={words.password}
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={prove.isPending}>
          {words.showShops}
        </Button>
      </Stack>
    </form>
  )
}
