import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { useConfirm } from '#console/components/confirm.tsx'
import { useUndoableDeletion } from '#console/components/use-undoable-deletion.ts'
import { common } from '#console/strings/common.ts'
import { orderTimeline } from '#console/strings/order-timeline.ts'

export function DeleteNote({ id }: { id: string }) {
  const words = orderTimeline.useWords()
  const { delete: verb } = common.useWords()
  const confirm = useConfirm()
  const may = useMay()
  const showDeletion = useUndoableDeletion()
  const remove = useMutation(
    trpc.admin.notes.delete.mutationOptions({
      onSuccess: () => showDeletion('note', id),
    }),
  )
  const ask = async () => {
    const question = { title: words.deleteNoteTitle, text: words.deleteNoteText, action: verb, isDangerous: true }
    if (await confirm(question)) remove.mutate({ id })
  }
  if (!may('notes.delete')) return null
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      ms="xs"
      aria-label={words.deleteNote}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      {verb}
    </Button>
  )
}
