import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrorsOf } from '../form/field-errors.ts'
import { useErrorText } from '../states.tsx'
import type { Procedure } from './procedure.ts'

interface ActionOptions<Input, Output> {
  /** Such as `trpc.admin.orders.capture`. */
  procedure: Procedure<Input, Output>
  /** Undefined until the fields of the dialog are complete. */
  input: Input | undefined
  /** The names of the fields, which show the errors that are about them. */
  fields?: readonly string[]
  onDone(output: Output): void | Promise<void>
}

export interface Action<Input = unknown, Output = unknown> {
  procedure: Procedure<Input, Output>
  input: Input | undefined
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
  onDone,
}: ActionOptions<Input, Output>): Action<Input, Output> {
  const textOf = useErrorText()
  const [failure, setFailure] = useState<unknown>()
  const { mutateAsync, isPending } = useMutation(procedure.mutationOptions())
  const errors = fieldErrorsOf(failure, fields)
  const run = async () => {
    if (input === undefined) return
    setFailure(undefined)
    try {
      await onDone(await mutateAsync(input))
    } catch (error) {
      setFailure(error)
    }
  }
  const isUnnamed = failure !== undefined && Object.keys(errors).length === 0
  return { procedure, input, isRunning: isPending, error: isUnnamed ? textOf(failure) : undefined, errors, run }
}
