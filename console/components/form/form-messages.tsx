import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { Ref } from 'react'
import { common } from '#console/strings/common.ts'
import { OtherChangesNotice } from './other-changes-notice.tsx'
import type { ProcedureForm } from './use-procedure-form.ts'

interface FormMessagesProps<Values extends object> {
  form: ProcedureForm<Values>
  /** The message of a refused form. */
  problem?: Ref<HTMLDivElement>
}

/** The messages above the fields: a restored draft, the changes of other users, and the reason of a refusal. */
export function FormMessages<Values extends object>({ form, problem }: FormMessagesProps<Values>) {
  const { restored } = common.useWords()
  return (
    <>
      {form.isRestored && form.isDirty && (
        <Alert color="blue" icon={<IconInfoCircle />}>
          {restored}
        </Alert>
      )}
      {form.others && <OtherChangesNotice row={form.row} changes={form.others} textOf={form.textOf} />}
      {form.error && (
        <Alert ref={problem} color="red" role="alert" icon={<IconAlertTriangle />}>
          {form.error}
        </Alert>
      )}
    </>
  )
}
