import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { common } from '#console/strings/common.ts'
import { useDraft } from './use-draft.ts'
import { useMarkedFields } from './use-marked-fields.ts'
import { type OtherChanges, useOtherChanges } from './use-other-changes.ts'

interface EditedRow<Values extends object> {
  /** Distinguishes the unsaved changes of several forms and rows. */
  key: string
  /** The latest values of the row. */
  values: Values
  isSaving: boolean
  /** Whether the values are from before the last save. */
  isOutdated(): boolean
}

export interface EditedFields<Values extends object> {
  fields: UseFormReturnType<Values>
  isDirty: boolean
  /** Whether the values are unsaved changes of an earlier visit. */
  isRestored: boolean
  /** Changes of the same row by other users since the edit started. */
  others: OtherChanges | undefined
  /** A message that belongs to no field. */
  error: string | undefined
  setError(error: string | undefined): void
  /** Marks fields, until their values change. Errors that belong to no field on the page become the message. */
  showErrors(errors: Readonly<Record<string, string>>): void
  /** Ends the edit after its values are saved. */
  finish(): void
  discard(): void
}

/** The fields of a form that keeps unsaved changes, and merges the changes of other users. */
export function useEditedFields<Values extends object>({
  key,
  values,
  isSaving,
  isOutdated,
}: EditedRow<Values>): EditedFields<Values> {
  const [error, setError] = useState<string>()
  const fields = useForm<Values>({
    mode: 'controlled',
    initialValues: values,
    // `useMarkedFields` clears the error of a changed field, and a merge changes other fields.
    clearInputErrorOnChange: false,
  })
  const others = useOtherChanges(fields, { values, isSaving, isOutdated })
  const { isRestored, forget } = useDraft(fields, { key, values, others })
  const words = common.useWords()
  const marked = useMarkedFields(fields)
  return {
    fields,
    isDirty: fields.isDirty(),
    isRestored,
    others: others.changes,
    error: error ?? (marked.isMarked ? words.fixErrors : undefined),
    setError,
    showErrors(errors) {
      const { shown, other } = marked.mark(errors)
      setError(other.length > 0 ? other.join('\n') : undefined)
      if (shown) requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    },
    finish() {
      forget()
      fields.resetDirty()
      others.rebase(fields.getValues())
    },
    discard() {
      forget()
      fields.setValues(values)
      fields.clearErrors()
      setError(undefined)
    },
  }
}
