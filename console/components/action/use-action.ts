import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { shownInPlace } from '#console/app/failed-changes.ts'
import { common } from '#console/strings/common.ts'
import { fieldErrorsOf } from '../form/field-errors.ts'
import { notifyError } from '../notify.ts'
import { useErrorText } from '../states.tsx'
import { useIsMounted } from '../use-is-mounted.ts'
import type { Procedure } from './procedure.ts'
import { type Preview, usePreview } from './use-preview.ts'

interface ActionOptions<Input, Output> {
  /** Such as `trpc.admin.orders.capture`. */
  procedure: Procedure<Input, Output>
  /** Undefined until the fields of the dialog are complete. */
  input: Input | undefined
  /** The names of the fields of the dialog. Each field shows its own errors. */
  fields?: readonly string[]
  /** `none` for an action of several procedures, which the shop cannot try without keeping the changes. */
  preview?: 'none'
  onDone(output: Output): void | Promise<void>
}

export interface Action<Output = unknown> {
  isComplete: boolean
  preview: Preview<Output>
  isRunning: boolean
  /** A message that belongs to no field. */
  error: string | undefined
  errors: Readonly<Record<string, string>>
  run(): Promise<void>
}

/** An action with a dialog: it runs one procedure, and shows its errors at the fields. */
export function useAction<Input, Output>({
  procedure,
  input,
  fields = [],
  preview: previews,
  onDone,
}: ActionOptions<Input, Output>): Action<Output> {
  const words = common.useWords()
  const textOf = useErrorText()
  const isMounted = useIsMounted()
  const [failure, setFailure] = useState<unknown>()
  const { mutateAsync, isPending } = useMutation({ ...procedure.mutationOptions(), ...shownInPlace, onSuccess: onDone })
  // The shop would refuse a preview of an action that has run.
  const [isRunning, setRunning] = useState(false)
  const preview = usePreview(procedure, { input: previews === 'none' ? undefined : input, isRunning })
  const shown = failure ?? preview.error ?? undefined
  const errors = fieldErrorsOf(shown, { names: fields }, words)
  const run = async () => {
    if (input === undefined) return
    setFailure(undefined)
    setRunning(true)
    try {
      await mutateAsync(input)
    } catch (error) {
      // The user has closed the dialog in the meantime.
      if (isMounted()) setFailure(error)
      else notifyError(textOf(error))
    } finally {
      setRunning(false)
    }
  }
  const isUnnamed = shown !== undefined && Object.keys(errors).length === 0
  const error = isUnnamed ? textOf(shown) : undefined
  return { isComplete: input !== undefined, preview, isRunning: isPending, error, errors, run }
}
