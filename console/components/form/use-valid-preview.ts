import type { Procedure } from '../action/procedure.ts'
import { type Preview, type PreviewOptions, usePreview } from '../action/use-preview.ts'
import { isValidInput } from './input-schema.ts'

/** The preview of an input that the user edits. An invalid input has no preview. */
export function useValidPreview<Input, Output>(
  procedure: Procedure<Input, Output>,
  options: Omit<PreviewOptions<Input>, 'isValid'>,
): Preview {
  const name = procedure.mutationOptions().mutationKey[0]?.join('.') ?? ''
  const isValid = (input: Input) => isValidInput(name, input)
  return usePreview(procedure, { ...options, isValid })
}
