import { trpc } from '#console/app/api.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { access } from '#console/strings/access.ts'
import { common } from '#console/strings/common.ts'
import { ApiKeyFields, type ApiKeyValues, apiKeyInput } from './api-key-fields.tsx'

interface NewApiKeyDialogProps {
  onSecret(secret: string): void
  onClose(): void
}

const values: ApiKeyValues = { name: '', scopes: [], expires_at: '' }

export function NewApiKeyDialog({ onSecret, onClose }: NewApiKeyDialogProps) {
  const words = access.useWords()
  const { create } = common.useWords()
  const form = useProcedureForm({
    action: trpc.admin.apiKeys.create.mutationOptions({ gcTime: 0 }),
    values,
    toInput: apiKeyInput,
    onSaved: ({ secret }) => {
      onClose()
      onSecret(secret)
    },
  })
  return (
    <FormDialog form={form} title={words.newKey} action={create} onClose={onClose}>
      <ApiKeyFields form={form} />
    </FormDialog>
  )
}
