import { trpc } from '#console/app/api.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { access } from '#console/strings/access.ts'
import { ApiKeyFields, type ApiKeyValues, apiKeyInput } from './api-key-fields.tsx'
import type { ApiKey } from './api-key-list.tsx'

interface EditApiKeyDialogProps {
  apiKey: ApiKey
  onClose(): void
}

export function EditApiKeyDialog({ apiKey, onClose }: EditApiKeyDialogProps) {
  const words = access.useWords()
  const values: ApiKeyValues = { name: apiKey.name, scopes: apiKey.scopes, expires_at: dayOf(apiKey.expires_at) }
  const form = useProcedureForm({
    action: trpc.admin.apiKeys.update.mutationOptions(),
    draft: apiKey.id,
    values,
    toInput: (changed) => {
      const { expires_at, ...input } = apiKeyInput(changed)
      return { id: apiKey.id, ...input, ...(changed.expires_at === values.expires_at ? {} : { expires_at }) }
    },
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={words.editKey} onClose={onClose}>
      <ApiKeyFields form={form} />
    </FormDialog>
  )
}

/** The day on this device, such as `2030-01-31`. */
function dayOf(date: Date | null | undefined): string {
  if (!date) return ''
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}
