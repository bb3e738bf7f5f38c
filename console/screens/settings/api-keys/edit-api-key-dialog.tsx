import { trpc } from '#console/app/api.ts'
import { endDialog } from '#console/components/action/end-dialog.ts'
import { FormDialog } from '#console/components/form/form-dialog.tsx'
import { useProcedureForm } from '#console/components/form/use-procedure-form.ts'
import { access } from '#console/strings/access.ts'
import { common } from '#console/strings/common.ts'
import { ApiKeyFields, type ApiKeyValues, apiKeyInput } from './api-key-fields.tsx'
import type { ApiKey } from './api-key-list.tsx'

interface EditApiKeyDialogProps {
  apiKey: ApiKey
  onClose(): void
}

export function EditApiKeyDialog({ apiKey, onClose }: EditApiKeyDialogProps) {
  const words = access.useWords()
  const { saved } = common.useWords()
  const values: ApiKeyValues = { name: apiKey.name, scopes: apiKey.scopes, expires_at: dayOf(apiKey.expires_at) }
  const form = useProcedureForm({
    action: trpc.admin.apiKeys.update.mutationOptions(),
    draft: apiKey.id,
    values,
    toInput: (changed) => ({ id: apiKey.id, ...apiKeyInput(changed) }),
    // The form has only the day.
    sentIfChanged: ['expires_at'],
    isFinal: true,
    onSaved: endDialog(saved, onClose),
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
