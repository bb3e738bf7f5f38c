import { Button, type ButtonProps } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMay } from '#console/app/permissions.ts'
import { useConfirm } from '../confirm.tsx'
import { notifyDone } from '../notify.ts'
import type { Procedure } from './procedure.ts'

interface ProcedureButtonProps<Input, Output> extends ButtonProps {
  procedure: Procedure<Input, Output>
  input: Input
  text: string
  /** Distinguishes buttons with the same text for screen readers. */
  label?: string
  /** Asks this question before it calls the procedure. */
  question?: { title: string; text: string; preview?: ReactNode }
  isDangerous?: boolean
  /** The message after the call. */
  done?: string
  onDone?(output: Output): void | Promise<void>
}

/** A button that calls one procedure. */
export function ProcedureButton<Input, Output>(props: ProcedureButtonProps<Input, Output>) {
  const { procedure, input, text, label, question, isDangerous = false, done, onDone, ...rest } = props
  const confirm = useConfirm()
  const { mutate, isPending } = useMutation({
    ...procedure.mutationOptions(),
    onSuccess: async (output) => {
      if (done) notifyDone(done)
      await onDone?.(output)
    },
  })
  const may = useMay()
  if (!may(procedure.mutationOptions().mutationKey)) return null
  const run = async () => {
    if (!question || (await confirm({ ...question, action: text, isDangerous }))) mutate(input)
  }
  return (
    <Button size="xs" variant="default" {...rest} aria-label={label} loading={isPending} onClick={() => void run()}>
      {text}
    </Button>
  )
}
