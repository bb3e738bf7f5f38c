import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { Page } from '#console/components/page.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { access } from '#console/strings/access.ts'
import { settings } from '#console/strings/settings.ts'
import { DeleteRow } from '../delete-row.tsx'
import { Deliveries } from './deliveries.tsx'
import { WebhookForm } from './webhook-form.tsx'

const SecretDialog = lazyDialog(async () => (await import('#console/components/secret-dialog.tsx')).SecretDialog)

const webhookRoute = getRouteApi('/shell/settings/webhooks/$id')

export function WebhookPage() {
  const words = access.useWords()
  const shared = settings.useWords()
  const navigate = webhookRoute.useNavigate()
  const { id } = webhookRoute.useParams()
  const [secret, setSecret] = useState<string>()
  const { data, error } = useQuery(trpc.admin.webhooks.get.queryOptions({ id }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const { webhook } = data
  return (
    <Page
      title={webhook.url}
      back={{ to: '/settings/webhooks', text: shared.webhooks }}
      width="detail"
      actions={
        <>
          <ProcedureButton
            procedure={trpc.admin.webhooks.renewSecret}
            input={{ id }}
            text={words.renew}
            question={{ title: words.renewTitle, text: words.renewText }}
            onDone={(output) => setSecret(output.secret)}
          />
          <DeleteRow
            procedure={trpc.admin.webhooks.delete}
            input={{ id }}
            name={webhook.url}
            text={words.deleteWebhookText}
            onDone={() => navigate({ to: '/settings/webhooks' })}
          />
        </>
      }
    >
      <Stack gap="lg">
        <WebhookForm key={id} webhook={webhook} />
        <Deliveries webhookId={id} />
      </Stack>
      {secret && (
        <SecretDialog
          title={words.secretTitle}
          secret={secret}
          text={words.webhookSecretText}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Page>
  )
}
