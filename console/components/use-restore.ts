import { useMutation } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { settings } from '#console/strings/settings.ts'
import { notifyDone } from './notify.ts'
import { notifyUndoable } from './notify-undoable.tsx'

type Resource = RouterOutputs['admin']['deletedRows']['restore']['resource']

/** Returns a function that shows the deletion of a row with its undo. */
export function useRestore(resource: Resource): (id: string) => void {
  const words = settings.useWords()
  const { mutateAsync } = useMutation(
    trpc.admin.deletedRows.restore.mutationOptions({ onSuccess: () => notifyDone(words.restored) }),
  )
  return (id) => notifyUndoable(words.deleted, () => mutateAsync({ id, resource }))
}
