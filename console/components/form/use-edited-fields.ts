import { type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { useDraft } from './use-draft.ts'
import { type OtherChanges, useOtherChanges } from './use-other-changes.ts'

interface EditedRow<Values extends object> {
  /** Distinguishes the unsaved changes of several forms and rows. */
  key: string
  /** The latest values of the row. */
  values: Values
  isSaving: boolean
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
  /** Ends the edit after its values are saved. */
  finish(): void
  discard(): void
}

/** The fields of a form that keeps unsaved changes, and merges the changes of other users. */
export function useEditedFields<Values extends object>({
  key,
  values,
  isSaving,
}: EditedRow<Values>): EditedFields<Values> {
  const [error, setError] = useState<string>()
  const fields = useForm<Values>({ mode: 'controlled', initialValues: values })
  const others = useOtherChanges(fields, { values, isSaving })
  const { isRestored, forget } = useDraft(fields, { key, values, others })
  return {
    fields,
    isDirty: fields.isDirty(),
    isRestored,
    others: others.changes,
    error,
    setError,
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
