import { trpc } from '#console/app/api.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { access } from '#console/strings/access.ts'
import { common } from '#console/strings/common.ts'
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx'

interface NewWebhookDialogProps {
  onSecret(secret: string): void
  onClose(): void
}

const values: WebhookValues = { url: '', events: [], is_active: true }

export function NewWebhookDialog({ onSecret, onClose }: NewWebhookDialogProps) {
  const words = access.useWords()
  const { create } = common.useWords()
  const form = useProcedureForm({
    action: trpc.admin.webhooks.create.mutationOptions({ gcTime: 0 }),
    values,
    toInput: (input) => input,
    onSaved: ({ secret }) => {
      onClose()
      onSecret(secret)
    },
  })
  return (
    <FormDialog form={form} title={words.newWebhook} action={create} onClose={onClose}>
      <WebhookFields form={form} />
    </FormDialog>
  )
}
