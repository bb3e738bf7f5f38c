import { Button, Text } from '@mantine/core'
import { common } from '#console/strings/common.ts'
import type { ProcedureForm } from './use-procedure-form.ts'

interface SaveButtonsProps<Values extends object> {
  /** The ID of the form in the page. */
  id: string
  form: Pick<ProcedureForm<Values>, 'isAllowed' | 'isDirty' | 'isSaving' | 'discard'>
  /** The text of the button of a form for a new row. Without it, the buttons appear with the first change. */
  action?: string
}

/** The buttons of a form in the head of its page. */
export function SaveButtons<Values extends object>({ id, form, action }: SaveButtonsProps<Values>) {
  const words = common.useWords()
  if (!form.isAllowed || !(action || form.isDirty || form.isSaving)) return null
  return (
    <>
      {form.isDirty && (
        <Text size="sm" c="dimmed" visibleFrom="md">
          {words.unsaved}
        </Text>
      )}
      <Button variant="default" onClick={form.discard} disabled={!form.isDirty}>
        {words.discard}
      </Button>
      <Button type="submit" form={id} loading={form.isSaving}>
        {action ?? words.save}
      </Button>
    </>
  )
}
