import { Alert, Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getParser } from 'bowser'
import { useState } from 'react'
import { shop, trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { useRecoveryCodes } from '#console/components/account/use-recovery-codes.tsx'
import { DialogForm } from '#console/components/dialog-form.tsx'
import { notifyDone } from '#console/components/notify.ts'
import { createPasskey, isCanceled } from '#console/components/sign-in/passkey.ts'
import { useErrorText } from '#console/components/states.tsx'
import { account } from '#console/strings/account.ts'
import { common } from '#console/strings/common.ts'

/** Asks for the password first, so that a wrong one leaves no passkey on the device. */
export function PasskeyDialog({ onClose }: { onClose(): void }) {
  const words = account.useWords()
  const { cancel } = common.useWords()
  const textOf = useErrorText()
  const showCodes = useRecoveryCodes()
  const [name, setName] = useState(() => getParser(navigator.userAgent).getOSName() || words.device)
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useMutation({
    ...shownInPlace,
    mutationKey: trpc.admin.account.addPasskey.mutationKey(),
    mutationFn: async () => shop.admin.account.addPasskey.mutate({ ...(await createPasskey(password)), name }),
    onSuccess: ({ recovery_codes }) => {
      onClose()
      notifyDone(words.passkeyDone)
      if (recovery_codes) showCodes(recovery_codes)
    },
  })
  return (
    <DialogForm
      title={words.addPasskey}
      size="md"
      onClose={onClose}
      onSubmit={() => mutate()}
      buttons={
        <>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" loading={isPending} disabled={password === '' || name.trim() === ''}>
            {words.addPasskey}
          </Button>
        </>
      }
    >
      {error && (
        <Alert color="red" role="alert">
          {isCanceled(error) ? words.passkeyCanceled : textOf(error)}
        </Alert>
      )}
      <Text size="sm">{words.addPasskeyText}</Text>
      <TextInput label={words.passkeyName} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <PasswordInput
        label={words.currentPassword}
        autoComplete="current-password"
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
