import { Stack } from '@mantine/core'
import { plugins } from '#console/strings/plugins.ts'
import { DialogButton } from '../action/dialog-button.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import type { Action } from '../form/use-procedure-form.ts'
import { FieldInput } from './field-input.tsx'
import { FieldLines } from './field-lines.tsx'
import { isEditable, usePluginFields } from './plugin-field.ts'
import { type FieldFormOptions, useFieldForm } from './use-field-form.ts'

interface LineFieldsProps<Input> {
  item: { id: string; title: string }
  action: Action<Input, unknown>
  /** The input that identifies the line. Undefined if the line cannot be changed. */
  identity: Input | undefined
}

/** The fields of plugins of a line, and a button to change them. */
export function LineFields<Input extends object>({ item, action, identity }: LineFieldsProps<Input>) {
  const words = plugins.useWords()
  const fields = (usePluginFields('line_item') ?? []).filter(isEditable)
  return (
    <>
      <FieldLines table="line_item" row={item} />
      {identity && fields.length > 0 && (
        <DialogButton
          needs={action.mutationKey}
          text={words.editFields}
          label={words.editFieldsOf(item.title)}
          variant="subtle"
          size="compact-xs"
          dialog={(close) => (
            <FieldDialog
              {...{ table: 'line_item', row: item, action, identity, fields }}
              title={item.title}
              onSaved={close}
            />
          )}
        />
      )}
    </>
  )
}

interface FieldDialogProps<Input> extends FieldFormOptions<Input> {
  title: string
  onSaved(): void
}

function FieldDialog<Input extends object>({ title, ...options }: FieldDialogProps<Input>) {
  const form = useFieldForm(options)
  return (
    <FormDialog form={form} title={title} onClose={options.onSaved} size="md">
      <Stack>
        {options.fields.map((field) => (
          <FieldInput key={field.name} field={field} input={form.fields.getInputProps(field.name)} />
        ))}
      </Stack>
    </FormDialog>
  )
}
