import { useMutation } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { settings } from '#console/strings/settings.ts'
import { notifyDone } from './notify.ts'
import { notifyUndoable } from './notify-undoable.tsx'

type Restored = RouterOutputs['admin']['deletedRows']['restore']
export type RestorableResource = Restored['resource']

/** A mutation that restores a row, and states the parts that do not come back. */
export function useRestoreRow() {
  const words = settings.useWords()
  const textOf = ({ left_out: { countries, links } }: Restored) => [
    words.restored,
    ...countries.map(({ name, region }) => words.countryTaken(name, region)),
    ...(links > 0 ? [words.linksLeftOut(links)] : []),
  ]
  return useMutation(
    trpc.admin.deletedRows.restore.mutationOptions({
      onSuccess: (restored) => notifyDone(textOf(restored).join('. ')),
    }),
  )
}

/** Returns a function that shows the deletion of rows, with its undo if the role of the user allows it. */
export function useUndoableDeletion(): (resource: RestorableResource, ...ids: string[]) => void {
  const may = useMay()
  const words = settings.useWords()
  const { mutateAsync } = useRestoreRow()
  return (resource, ...ids) =>
    may('deletedRows.restore')
      ? notifyUndoable(words.deleted, async () => {
          for (const id of ids) await mutateAsync({ id, resource })
        })
      : notifyDone(words.deleted)
}
