import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { AddButton } from '#console/components/action/add-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { toneOfSetting } from '#console/components/status-tones.ts'
import { settings } from '#console/strings/settings.ts'
import { DeleteRow } from '../delete-row.tsx'
import { EditRow } from '../edit-row.tsx'
import { SettingsPage } from '../settings-page.tsx'

const ChannelDialog = lazyDialog(async () => (await import('./channel-dialog.tsx')).ChannelDialog)

const channelsRoute = getRouteApi('/shell/settings/sales-channels')

export type Channel = RouterOutputs['admin']['salesChannels']['list']['sales_channels'][number]

export function ChannelList() {
  const words = settings.useWords()
  const [opened, open] = useState<Channel>()
  const list = useList(channelsRoute.useSearch())
  const shown = useRowList(
    list,
    trpc.admin.salesChannels.list.infiniteQueryOptions({ ...list.input, limit: 100 }, cursorPages),
    (page) => page.sales_channels,
  )
  const { data: store } = useQuery(trpc.admin.store.get.queryOptions())
  const defaultId = store?.store.default_sales_channel_id
  return (
    <SettingsPage
      title={words.channels}
      actions={
        <AddButton
          needs="salesChannels.create"
          text={words.newChannel}
          dialog={(close) => <ChannelDialog onClose={close} />}
        />
      }
    >
      <ListScreen
        name="sales-channels"
        {...shown}
        nameOf={({ name }) => name}
        onOpen={open}
        searchHint={words.channelSearch}
        empty={{ title: words.channels, hint: words.channelsEmpty }}
        buttons={{
          width: 'clamp(7.5rem, 32vw, 14rem)',
          of: (channel) => (
            <>
              <EditRow
                needs="salesChannels.update"
                name={channel.name}
                visibleFrom="sm"
                dialog={(close) => <ChannelDialog channel={channel} onClose={close} />}
              />
              {channel.id !== defaultId && (
                <DeleteRow
                  procedure={trpc.admin.salesChannels.delete}
                  input={{ id: channel.id }}
                  name={channel.name}
                  restorable={{ resource: 'sales_channel', id: channel.id }}
                />
              )}
            </>
          ),
        }}
        columns={[
          { key: 'name', title: words.name, sort: 'name', cell: ({ name }) => name },
          { key: 'description', title: words.description, cell: (row) => row.description, isWideOnly: true },
          {
            key: 'status',
            title: words.status,
            width: '8rem',
            isWideOnly: true,
            cell: ({ id, is_disabled }) => {
              if (is_disabled) return <StatusBadge tone={toneOfSetting(false)} text={words.isDisabled} />
              return (
                <StatusBadge tone={toneOfSetting(true)} text={id === defaultId ? words.isDefault : words.isEnabled} />
              )
            },
          },
        ]}
      />
      {opened && <ChannelDialog channel={opened} onClose={() => open(undefined)} />}
    </SettingsPage>
  )
}
