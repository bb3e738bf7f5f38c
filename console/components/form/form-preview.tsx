import { PreviewPanel } from '../action/preview-panel.tsx'
import type { Procedure } from '../action/procedure.ts'
import type { ProcedureForm } from './use-procedure-form.ts'
import { useValidPreview } from './use-valid-preview.ts'

interface FormPreviewProps<Values extends object, Input> {
  form: ProcedureForm<Values>
  procedure: Procedure<Input, unknown>
  /** Undefined until the fields are complete. */
  input: Input | undefined
}

/** What the unsaved changes of a form will change. Invalid values have no preview. */
export function FormPreview<Values extends object, Input>({
  form,
  procedure,
  input: complete,
}: FormPreviewProps<Values, Input>) {
  const input = form.isDirty ? complete : undefined
  return <PreviewPanel preview={useValidPreview(procedure, { input, isRunning: form.isSaving })} />
}
