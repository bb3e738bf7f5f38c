import { Button, Group, Stack, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { type ReactNode, useEffect, useRef } from 'react'
import { common } from '#console/strings/common.ts'
import { FormMessages } from './form-messages.tsx'
import classes from './procedure-form.module.css'
import { useLeaveGuard } from './use-leave-guard.ts'
import type { ProcedureForm as FormState } from './use-procedure-form.ts'

interface ProcedureFormProps<Values extends object> {
  form: FormState<Values>
  /** The text of the button of a form for a new row. Without it, the button is Save and appears with the first change. */
  action?: string
  /** The ID of the form whose `<SaveButtons>` are in the head of the page, instead of a bar below. */
  id?: string
  children: ReactNode
}

/** The fields of a form, its errors, and a bar to save or discard the changes. Warns before unsaved changes are left. */
export function ProcedureForm<Values extends object>({ form, action, id, children }: ProcedureFormProps<Values>) {
  const words = common.useWords()
  const problem = useRef<HTMLDivElement>(null)
  // The button of a long form is far from the message at its beginning.
  useEffect(() => {
    if (form.error) problem.current?.scrollIntoView({ block: 'center' })
  }, [form.error])
  const saveChanges = () => {
    // The key itself can add a typed text to the values.
    if (action || form.fields.isDirty()) void form.submit()
  }
  useHotkeys([['mod+S', saveChanges]], [])
  useLeaveGuard(form.isDirty && !form.isSaving, { text: words.leaveText, isKept: true })
  return (
    <form
      noValidate
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <Stack gap="lg">
        <FormMessages form={form} problem={problem} />
        <fieldset disabled={!form.isAllowed} className={classes.fields}>
          {children}
        </fieldset>
        {form.isAllowed && !id && (action || form.isDirty || form.isSaving) && (
          <Group className={classes.bar} data-dirty={form.isDirty} justify="flex-end">
            {form.isDirty && (
              <Text size="sm" c="dimmed" me="auto">
                {words.unsaved}
              </Text>
            )}
            <Button variant="default" onClick={form.discard} disabled={!form.isDirty}>
              {words.discard}
            </Button>
            <Button type="submit" loading={form.isSaving}>
              {action ?? words.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}
