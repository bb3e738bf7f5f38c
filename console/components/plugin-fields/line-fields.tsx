import { plugins } from '#console/strings/plugins.ts'
import { DialogButton } from '../action/dialog-button.tsx'
import { lazyDialog } from '../action/lazy-dialog.tsx'
import type { Action } from '../form/use-procedure-form.ts'
import { FieldLines } from './field-lines.tsx'
import { isEditable, usePluginFields } from './plugin-field.ts'
import type { FieldFormOptions } from './use-field-form.ts'

const FieldDialog = lazyDialog(async () => (await import('./field-dialog.tsx')).FieldDialog)

interface LineFieldsProps<Input> {
  item: { id: string; title: string }
  action: Action<Input, unknown>
  /** The input that identifies the line. Undefined if the line cannot be changed. */
  identity: Input | undefined
}

/** The fields of plugins of a line, and a button to change them. */
export const LineFields = <Input extends object>({ item, ...props }: LineFieldsProps<Input>) => (
  <FieldsInPlace table="line_item" row={item} title={item.title} {...props} />
)

interface FieldsInPlaceProps<Input> extends Pick<FieldFormOptions<Input>, 'table' | 'row' | 'action' | 'place'> {
  /** The name of the row. */
  title: string
  identity: Input | undefined
}

/** The fields of plugins of a row inside of a page, and a button to change them. */
export function FieldsInPlace<Input extends object>({ title, identity, ...props }: FieldsInPlaceProps<Input>) {
  const words = plugins.useWords()
  const { table, row, action } = props
  const fields = (usePluginFields(table) ?? []).filter(isEditable)
  return (
    <>
      <FieldLines table={table} row={row} />
      {identity && fields.length > 0 && (
        <DialogButton
          needs={action.mutationKey}
          text={words.editFields}
          label={words.editFieldsOf(title)}
          variant="subtle"
          size="compact-xs"
          dialog={(close) => (
            <FieldDialog {...props} identity={identity} fields={fields} title={title} onSaved={close} />
          )}
        />
      )}
    </>
  )
}
