import { Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { useUndoableChange } from '#console/components/action/use-undoable-change.ts'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { useReturnedFocus } from '#console/components/use-returned-focus.ts'
import { access } from '#console/strings/access.ts'
import { common } from '#console/strings/common.ts'

interface KeyChannelsProps {
  id: string
  title: string
  onClose(): void
}

/** Chooses the sales channels whose products a storefront with the key sells. Each choice is saved immediately. */
export function KeyChannels({ id, title, onClose }: KeyChannelsProps) {
  useReturnedFocus()
  const words = access.useWords()
  const { close } = common.useWords()
  const { data: channels, error } = useQuery(trpc.admin.salesChannels.list.queryOptions({ limit: 200 }))
  const { data: chosen } = useQuery(trpc.admin.publishableApiKeys.listSalesChannels.queryOptions({ id }))
  const may = useMay()
  const { addSalesChannels, removeSalesChannels } = trpc.admin.publishableApiKeys
  const add = useUndoableChange(addSalesChannels, removeSalesChannels)
  const remove = useUndoableChange(removeSalesChannels, addSalesChannels)
  return (
    <Modal opened onClose={onClose} title={words.channelsOf(title)} closeButtonProps={{ 'aria-label': close }}>
      {error && <ErrorState error={error} />}
      {!(channels && chosen) && !error && <LoadingLines lines={2} />}
      <Stack>
        {chosen?.sales_channels.length === 0 && <Text size="sm">{words.noChannels}</Text>}
        {chosen &&
          channels?.sales_channels.map((channel) => (
            <Checkbox
              key={channel.id}
              label={channel.name}
              checked={chosen.sales_channels.some((one) => one.id === channel.id)}
              disabled={
                add.isPending ||
                remove.isPending ||
                !may(rightTo(chosen.sales_channels.some((one) => one.id === channel.id)))
              }
              onChange={(event) => {
                const change = event.currentTarget.checked ? add : remove
                change.mutate({ id, sales_channel_ids: [{ id: channel.id }] })
              }}
            />
          ))}
      </Stack>
    </Modal>
  )
}

const rightTo = (isChosen: boolean) =>
  isChosen ? ('publishableApiKeys.removeSalesChannels' as const) : ('publishableApiKeys.addSalesChannels' as const)
