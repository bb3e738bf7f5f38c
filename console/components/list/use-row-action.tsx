import { useMutation } from '@tanstack/react-query'
import { useMay } from '#console/app/permissions.ts'
import { common } from '#console/strings/common.ts'
import type { Procedure } from '../action/procedure.ts'
import { useConfirm } from '../confirm.tsx'
import { notifyUndoable } from '../notify-undoable.tsx'
import { type RestorableResource, useUndoableDeletion } from '../use-undoable-deletion.ts'
import type { BulkAction } from './bulk-actions.tsx'
import { changeRows } from './change-rows.ts'

interface RowActionOptions<Row, Input> {
  /** The verb on the button, such as `Delete`. */
  name: string
  question: { title(count: number): string; text: string }
  procedure: Procedure<Input, unknown>
  inputOf(id: string): Input
  /** The input that takes the action back. With it, a message offers to undo the action. */
  undoOf?(row: Row): Input
  /** Runs for the rows that were changed, also if a later one was refused. */
  onChanged?(ids: readonly string[]): void
  nameOf(row: Row): string
  currencyOf(row: Row): string | undefined
  isDangerous?: boolean
}

/** An action for selected rows. It shows the changes of each row, and asks before it runs. */
export function useRowAction<Row extends { id: string }, Input>(
  options: RowActionOptions<Row, Input>,
): BulkAction<Row> {
  const { name, question, procedure, inputOf, undoOf, onChanged, nameOf, currencyOf, isDangerous = false } = options
  const words = common.useWords()
  const confirm = useConfirm()
  const may = useMay()
  const { mutateAsync } = useMutation(procedure.mutationOptions())
  return {
    name,
    isDangerous,
    isAllowed: may(procedure.mutationOptions().mutationKey),
    async run(rows) {
      const previewed = rows.map((row) => ({
        id: row.id,
        name: nameOf(row),
        input: inputOf(row.id),
        currency: currencyOf(row),
      }))
      const { RowPreviews } = await import('../action/row-previews.tsx')
      const isConfirmed = await confirm({
        title: question.title(rows.length),
        text: question.text,
        action: name,
        isDangerous,
        preview: <RowPreviews procedure={procedure} rows={previewed} />,
      })
      if (!isConfirmed) return false
      return changeRows(
        rows,
        ({ id }) => mutateAsync(inputOf(id)),
        (changed) => {
          onChanged?.(changed.map(({ id }) => id))
          if (undoOf) notifyUndoable(words.saved, () => changeRows(changed, (row) => mutateAsync(undoOf(row))))
        },
      )
    },
  }
}

/** Deletes the selected rows. */
export function useRowDeletion<Row extends { id: string }>(
  options: Omit<RowActionOptions<Row, { id: string }>, 'name' | 'inputOf' | 'undoOf' | 'onChanged' | 'isDangerous'> & {
    resource: RestorableResource
  },
): BulkAction<Row> {
  const { delete: name } = common.useWords()
  const showDeletion = useUndoableDeletion()
  return useRowAction({
    ...options,
    ...{ name, inputOf: (id: string) => ({ id }), isDangerous: true },
    onChanged: (ids) => showDeletion(options.resource, ...ids),
  })
}
