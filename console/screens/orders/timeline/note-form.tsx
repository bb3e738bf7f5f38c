import { Button, Group, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { useMay } from '#console/app/permissions.ts'
import { notifyDone } from '#console/components/notify.ts'
import { useErrorText } from '#console/components/states.tsx'
import { orderTimeline } from '#console/strings/order-timeline.ts'

interface NoteFormProps {
  resource: 'order' | 'draft_order'
  id: string
}

export function NoteForm({ resource, id }: NoteFormProps) {
  const words = orderTimeline.useWords()
  const may = useMay()
  const textOf = useErrorText()
  const [value, setValue] = useState('')
  const create = useMutation(
    trpc.admin.notes.create.mutationOptions({
      ...shownInPlace,
      onSuccess: () => {
        setValue('')
        notifyDone(words.noteAdded)
      },
    }),
  )
  if (!may('notes.create')) return null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (value.trim()) create.mutate({ resource_id: id, resource_type: resource, value: value.trim() })
      }}
    >
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <Textarea
          aria-label={words.newNote}
          placeholder={words.noteHint}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          error={create.error && textOf(create.error)}
          autosize
          flex={1}
        />
        <Button type="submit" variant="default" loading={create.isPending} disabled={!value.trim()}>
          {words.addNote}
        </Button>
      </Group>
    </form>
  )
}
