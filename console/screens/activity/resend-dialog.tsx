import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { Allowed } from '#console/components/allowed.tsx'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { activity } from '#console/strings/activity.ts'
import { MailPreview } from './mail-preview.tsx'

interface ResendDialogProps {
  id: string
  /** The address of the notification. */
  to: string
  onClose(): void
}

export function ResendDialog({ id, to, onClose }: ResendDialogProps) {
  const words = activity.useWords()
  const [locale, setLocale] = useState<string>()
  const form = useProcedureForm({
    action: trpc.admin.notifications.resend.mutationOptions(),
    draft: id,
    values: { to },
    toInput: (values) => ({ id, ...values, ...(locale === undefined ? {} : { locale }) }),
    onSaved: endDialog(words.sent, onClose),
  })
  return (
    <FormDialog form={form} title={words.resendTitle} action={words.resend} onClose={onClose}>
      <TextInput
        label={words.resendTo}
        description={words.resendHint}
        type="email"
        data-autofocus
        {...form.fields.getInputProps('to')}
      />
      <Allowed needs="notifications.preview">
        <MailPreview id={id} locale={locale} onLocale={setLocale} />
      </Allowed>
    </FormDialog>
  )
}
