import { Code } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { AddButton } from '#console/components/action/add-button.tsx'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { CopyTextButton } from '#console/components/copy-text-button.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { toneOfSetting } from '#console/components/status-tones.ts'
import { access } from '#console/strings/access.ts'
import { common } from '#console/strings/common.ts'
import { settings } from '#console/strings/settings.ts'
import { SettingsPage } from '../settings-page.tsx'

const KeyChannels = lazyDialog(async () => (await import('./key-channels.tsx')).KeyChannels)
const KeyDialog = lazyDialog(async () => (await import('./key-dialog.tsx')).KeyDialog)

const publishableKeysRoute = getRouteApi('/shell/settings/publishable-keys')

export type PublishableKey = RouterOutputs['admin']['publishableApiKeys']['list']['publishable_api_keys'][number]

export function PublishableKeyList() {
  const words = access.useWords()
  const shared = settings.useWords()
  const [opened, open] = useState<PublishableKey>()
  const list = useList(publishableKeysRoute.useSearch())
  const shown = useRowList(
    list,
    trpc.admin.publishableApiKeys.list.infiniteQueryOptions({ ...list.input, limit: 100 }, cursorPages),
    (page) => page.publishable_api_keys,
  )
  return (
    <SettingsPage
      title={shared.publishableKeys}
      actions={
        <AddButton
          needs="publishableApiKeys.create"
          text={words.newKey}
          dialog={(close) => <KeyDialog onClose={close} />}
        />
      }
    >
      <ListScreen
        name="publishable-keys"
        {...shown}
        nameOf={({ title }) => title}
        onOpen={open}
        searchHint={words.keySearch}
        empty={{ title: shared.publishableKeys, hint: words.keysEmpty }}
        buttons={{ width: 'clamp(13rem, 32vw, 23rem)', of: (key) => <KeyButtons publishableKey={key} /> }}
        columns={[
          { key: 'title', title: words.title, cell: ({ title }) => title },
          { key: 'key', title: words.key, cell: ({ id }) => <Code>{id}</Code>, isWideOnly: true },
          {
            key: 'status',
            title: words.status,
            width: '7rem',
            isWideOnly: true,
            cell: ({ revoked_at }) => (
              <StatusBadge tone={toneOfSetting(!revoked_at)} text={revoked_at ? words.revoked : words.active} />
            ),
          },
        ]}
      />
      {opened && <KeyDialog publishableKey={opened} onClose={() => open(undefined)} />}
    </SettingsPage>
  )
}

function KeyButtons({ publishableKey: { id, title, revoked_at } }: { publishableKey: PublishableKey }) {
  const words = access.useWords()
  const { copy } = common.useWords()
  return (
    <>
      <CopyTextButton text={id} label={`${copy}: ${title}`} />
      <DialogButton
        needs="publishableApiKeys.addSalesChannels"
        text={words.channels}
        label={words.channelsOf(title)}
        visibleFrom="sm"
        dialog={(close) => <KeyChannels id={id} title={title} onClose={close} />}
      />
      {!revoked_at && (
        <ProcedureButton
          procedure={trpc.admin.publishableApiKeys.revoke}
          input={{ id }}
          text={words.revoke}
          label={words.revokeOf(title)}
          question={{ title: words.revokeTitle(title), text: words.revokeText }}
          isDangerous
          done={words.revokedDone}
        />
      )}
    </>
  )
}
