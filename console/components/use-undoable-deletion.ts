import { useMutation } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { settings } from '#console/strings/settings.ts'
import { notifyDone } from './notify.ts'
import { notifyUndoable } from './notify-undoable.tsx'

export type RestorableResource = RouterOutputs['admin']['deletedRows']['restore']['resource']

/** Returns a function that shows the deletion of a row, with its undo if the role of the user allows it. */
export function useUndoableDeletion(): (resource: RestorableResource, id: string) => void {
  const may = useMay()
  const words = settings.useWords()
  const { mutateAsync } = useMutation(
    trpc.admin.deletedRows.restore.mutationOptions({ onSuccess: () => notifyDone(words.restored) }),
  )
  return (resource, id) =>
    may('deletedRows.restore')
      ? notifyUndoable(words.deleted, () => mutateAsync({ id, resource }))
      : notifyDone(words.deleted)
}
