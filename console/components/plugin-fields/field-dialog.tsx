import { FormDialog } from '../form/form-dialog.tsx'
import { FieldInputs } from './field-inputs.tsx'
import { type FieldFormOptions, useFieldForm } from './use-field-form.ts'

interface FieldDialogProps<Input> extends FieldFormOptions<Input> {
  title: string
  onSaved(): void
}

export function FieldDialog<Input extends object>({ title, ...options }: FieldDialogProps<Input>) {
  const form = useFieldForm(options)
  return (
    <FormDialog form={form} title={title} onClose={options.onSaved} size="md">
      <FieldInputs fields={options.fields} row={options.row} form={form} />
    </FormDialog>
  )
}
