import { Stack } from '@mantine/core'
import { FormDialog } from '../form/form-dialog.tsx'
import { FieldInput } from './field-input.tsx'
import { currencyOf } from './plugin-field.ts'
import { type FieldFormOptions, useFieldForm } from './use-field-form.ts'

interface FieldDialogProps<Input> extends FieldFormOptions<Input> {
  title: string
  onSaved(): void
}

export function FieldDialog<Input extends object>({ title, ...options }: FieldDialogProps<Input>) {
  const form = useFieldForm(options)
  return (
    <FormDialog form={form} title={title} onClose={options.onSaved} size="md">
      <Stack>
        {options.fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            input={form.fields.getInputProps(field.name)}
            currency={currencyOf(field, { ...options.row, ...form.fields.getValues() })}
          />
        ))}
      </Stack>
    </FormDialog>
  )
}
