import { useMutation } from '@tanstack/react-query'
import { useMay } from '#console/app/permissions.ts'
import { common } from '#console/strings/common.ts'
import { notifyDone } from '../notify.ts'
import { notifyUndoable } from '../notify-undoable.tsx'
import type { Procedure } from './procedure.ts'

interface UndoableChangeOptions<Input> {
  /** Default: `Saved`. */
  textOf?(input: Input): string
  /** The input of the opposite procedure. Default: the input of the change. */
  undoInput?(input: Input): Input
}

/** A mutation whose message offers to undo it with the opposite procedure, if the role of the user allows that one. */
export function useUndoableChange<Input>(
  procedure: Procedure<Input, unknown>,
  opposite: Procedure<Input, unknown>,
  { textOf, undoInput }: UndoableChangeOptions<Input> = {},
) {
  const words = common.useWords()
  const may = useMay()
  const undo = useMutation({ ...opposite.mutationOptions(), onSuccess: () => notifyDone(words.undone) })
  return useMutation({
    ...procedure.mutationOptions(),
    onSuccess: (_, input: Input) => {
      const text = textOf?.(input) ?? words.saved
      if (may(opposite.mutationOptions().mutationKey))
        notifyUndoable(text, () => undo.mutateAsync(undoInput?.(input) ?? input))
      else notifyDone(text)
    },
  })
}
