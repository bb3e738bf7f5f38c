import { PreviewPanel } from '../action/preview-panel.tsx'
import type { Procedure } from '../action/procedure.ts'
import { usePreview } from '../action/use-preview.ts'
import { validateInput } from './input-schema.ts'
import type { ProcedureForm } from './use-procedure-form.ts'

interface FormPreviewProps<Values extends object, Input> {
  form: ProcedureForm<Values>
  procedure: Procedure<Input, unknown>
  /** Undefined until the fields are complete. */
  input: Input | undefined
}

/** What the unsaved changes of a form will change. Invalid values have no preview. */
export function FormPreview<Values extends object, Input>({ form, procedure, input }: FormPreviewProps<Values, Input>) {
  const name = procedure.mutationOptions().mutationKey[0]?.join('.') ?? ''
  const preview = usePreview(procedure, {
    input: form.isDirty ? input : undefined,
    isRunning: form.isSaving,
    isValid: async (changes) => Object.keys(await validateInput(name, changes)).length === 0,
  })
  return <PreviewPanel preview={preview} />
}
