import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { AddButton } from '#console/components/action/add-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { RowLink } from '#console/components/page-link.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { toneOfSetting } from '#console/components/status-tones.ts'
import { TableSection } from '#console/components/table-section.tsx'
import { access } from '#console/strings/access.ts'
import { settings } from '#console/strings/settings.ts'
import { SettingsPage } from '../settings-page.tsx'

const SecretDialog = lazyDialog(async () => (await import('#console/components/secret-dialog.tsx')).SecretDialog)
const NewWebhookDialog = lazyDialog(async () => (await import('./new-webhook-dialog.tsx')).NewWebhookDialog)

export function WebhookList() {
  const words = access.useWords()
  const shared = settings.useWords()
  const [secret, setSecret] = useState<string>()
  const { data, error } = useQuery(trpc.admin.webhooks.list.queryOptions({ limit: 200 }))
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  return (
    <SettingsPage
      title={shared.webhooks}
      width="detail"
      actions={
        <AddButton
          needs="webhooks.create"
          text={words.newWebhook}
          dialog={(close) => <NewWebhookDialog onSecret={setSecret} onClose={close} />}
        />
      }
    >
      <TableSection
        title={shared.webhooks}
        rows={data.webhooks}
        empty={words.noWebhooks}
        columns={[
          {
            key: 'url',
            title: words.url,
            cell: ({ id, url }) => (
              <RowLink to="/settings/webhooks/$id" params={{ id }}>
                {url}
              </RowLink>
            ),
          },
          { key: 'events', title: words.events, cell: ({ events }) => events.join(', '), isWideOnly: true },
          {
            key: 'status',
            title: words.status,
            cell: ({ is_active }) => (
              <StatusBadge tone={toneOfSetting(is_active)} text={is_active ? words.active : words.inactive} />
            ),
          },
        ]}
      />
      {secret && (
        <SecretDialog
          title={words.secretTitle}
          secret={secret}
          text={words.webhookSecretText}
          onClose={() => setSecret(undefined)}
        />
      )}
    </SettingsPage>
  )
}
