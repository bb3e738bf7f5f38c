import { trpc } from '#console/app/api.ts'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { access } from '#console/strings/access.ts'
import { EditRow } from '../edit-row.tsx'
import type { ApiKey } from './api-key-list.tsx'

const EditApiKeyDialog = lazyDialog(async () => (await import('./edit-api-key-dialog.tsx')).EditApiKeyDialog)

interface ApiKeyButtonsProps {
  apiKey: ApiKey
  onSecret(secret: string): void
}

export function ApiKeyButtons({ apiKey, onSecret }: ApiKeyButtonsProps) {
  const words = access.useWords()
  const { id, name } = apiKey
  return (
    <>
      <EditRow
        needs="apiKeys.update"
        name={name}
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
    </>
  )
}
