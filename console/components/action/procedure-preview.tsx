import { PreviewPanel } from './preview-panel.tsx'
import type { Procedure } from './procedure.ts'
import { usePreview } from './use-preview.ts'

interface ProcedurePreviewProps<Input> {
  procedure: Procedure<Input, unknown>
  /** Undefined until the input is complete. */
  input: Input | undefined
  /** Whether the procedure itself runs. */
  isRunning?: boolean
}

/** The changes that a procedure will make. */
export function ProcedurePreview<Input>({ procedure, input, isRunning = false }: ProcedurePreviewProps<Input>) {
  return <PreviewPanel preview={usePreview(procedure, { input, isRunning })} />
}
