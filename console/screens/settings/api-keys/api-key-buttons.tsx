import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { RowButtons } from '#console/components/row-table.tsx'
import { access } from '#console/strings/access.ts'
import { common } from '#console/strings/common.ts'
import { settings } from '#console/strings/settings.ts'
import type { ApiKey } from './api-key-list.tsx'
import { EditApiKeyDialog } from './edit-api-key-dialog.tsx'

interface ApiKeyButtonsProps {
  apiKey: ApiKey
  onSecret(secret: string): void
}

export function ApiKeyButtons({ apiKey, onSecret }: ApiKeyButtonsProps) {
  const words = access.useWords()
  const { edit } = common.useWords()
  const { editOf } = settings.useWords()
  const { id, name } = apiKey
  return (
    <RowButtons>
      <DialogButton
        text={edit}
        label={editOf(name)}
        visibleFrom="sm"
        dialog={(close) => <EditApiKeyDialog apiKey={apiKey} onClose={close} />}
      />
      <ProcedureButton
        procedure={trpc.admin.apiKeys.renewSecret}
        input={{ id }}
        text={words.renew}
        label={words.renewOf(name)}
        question={{ title: words.renewTitle, text: words.renewText }}
        visibleFrom="sm"
        onDone={({ secret }) => onSecret(secret)}
      />
      <ProcedureButton
        procedure={trpc.admin.apiKeys.delete}
        input={{ id }}
        text={words.revoke}
        label={words.revokeOf(name)}
        question={{ title: words.revokeTitle(name), text: words.revokeText }}
        isDangerous
        done={words.revokedDone}
      />
    </RowButtons>
  )
}
