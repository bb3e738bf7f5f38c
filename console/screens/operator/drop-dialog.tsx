import { Alert, Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { DialogForm } from '#console/components/dialog-form.tsx'
import { useErrorText } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { operators } from '#console/strings/operators.ts'
import { operator, refresh } from './api.ts'

/** Deletes a shop after the operator has typed its id. */
export function DropDialog({ id, onClose }: { id: string; onClose(): void }) {
  const words = operators.useWords()
  const { cancel } = common.useWords()
  const textOf = useErrorText()
  const router = useRouter()
  const [confirmation, setConfirmation] = useState('')
  const drop = useMutation({
    ...operator.shops.drop.mutationOptions(),
    ...shownInPlace,
    onSuccess: async () => {
      await router.navigate({ to: '/operator' })
      await refresh()
    },
  })
  return (
    <DialogForm
      title={words.dropTitle(id)}
      onClose={onClose}
      onSubmit={() => confirmation === id && drop.mutate({ id, confirmation })}
      buttons={
        <>
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" color="red.9" disabled={confirmation !== id} loading={drop.isPending}>
            {words.drop}
          </Button>
        </>
      }
    >
      <Alert color="red">{words.dropText}</Alert>
      <TextInput
        label={words.dropConfirmation(id)}
        data-autofocus
        autoComplete="off"
        value={confirmation}
        error={drop.error && textOf(drop.error)}
        onChange={(event) => setConfirmation(event.currentTarget.value)}
      />
    </DialogForm>
  )
}
