import { Code } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { AddButton } from '#console/components/action/add-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Time } from '#console/components/time.tsx'
import { access } from '#console/strings/access.ts'
import { settings } from '#console/strings/settings.ts'
import { customerName } from '../../customers/customer-name.ts'
import { SettingsPage } from '../settings-page.tsx'
import { ApiKeyButtons } from './api-key-buttons.tsx'

const SecretDialog = lazyDialog(async () => (await import('#console/components/secret-dialog.tsx')).SecretDialog)
const EditApiKeyDialog = lazyDialog(async () => (await import('./edit-api-key-dialog.tsx')).EditApiKeyDialog)
const NewApiKeyDialog = lazyDialog(async () => (await import('./new-api-key-dialog.tsx')).NewApiKeyDialog)

const apiKeysRoute = getRouteApi('/shell/settings/api-keys')

export type ApiKey = RouterOutputs['admin']['apiKeys']['list']['api_keys'][number]

export function ApiKeyList() {
  const words = access.useWords()
  const shared = settings.useWords()
  const [opened, open] = useState<ApiKey>()
  const [secret, setSecret] = useState<string>()
  const list = useList(apiKeysRoute.useSearch())
  const shown = useRowList(
    list,
    trpc.admin.apiKeys.list.infiniteQueryOptions({ ...list.input, limit: 100, expand: 'created_by_user' }, cursorPages),
    (page) => page.api_keys,
  )
  return (
    <SettingsPage
      title={shared.apiKeys}
      actions={
        <AddButton
          needs="apiKeys.create"
          text={words.newKey}
          dialog={(close) => <NewApiKeyDialog onSecret={setSecret} onClose={close} />}
        />
      }
    >
      <ListScreen
        name="api-keys"
        {...shown}
        nameOf={({ name }) => name}
        onOpen={open}
        searchHint={words.apiKeySearch}
        empty={{ title: shared.apiKeys, hint: words.apiKeysEmpty }}
        buttons={{
          width: 'clamp(9rem, 32vw, 23rem)',
          of: (key) => <ApiKeyButtons apiKey={key} onSecret={setSecret} />,
        }}
        columns={[
          { key: 'name', title: words.name, sort: 'name', cell: ({ name }) => name },
          { key: 'key', title: words.key, width: '7rem', cell: ({ hint }) => <Code>…{hint}</Code>, isWideOnly: true },
          { key: 'scopes', title: words.scopes, cell: ({ scopes }) => scopes.join(', '), isWideOnly: true },
          {
            key: 'used',
            title: words.lastUsed,
            width: '9rem',
            isWideOnly: true,
            cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : words.never),
          },
          {
            key: 'by',
            title: words.createdBy,
            isWideOnly: true,
            cell: ({ created_by_user }) => created_by_user && customerName(created_by_user),
          },
        ]}
      />
      {opened && <EditApiKeyDialog apiKey={opened} onClose={() => open(undefined)} />}
      {secret && (
        <SecretDialog
          title={words.secretTitle}
          secret={secret}
          text={words.secretText}
          onClose={() => setSecret(undefined)}
        />
      )}
    </SettingsPage>
  )
}
