import { Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { notifyDone } from '#console/components/notify.ts'
import { ErrorState } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { inventory } from '#console/strings/inventory.ts'
import type { Location } from './location-list.tsx'

/** Chooses the sales channels that sell from a location. Each choice is saved immediately. */
export function LocationChannels({ location, onClose }: { location: Location; onClose(): void }) {
  const words = inventory.useWords()
  const { saved, close } = common.useWords()
  const { data, error } = useQuery(trpc.admin.salesChannels.list.queryOptions({ limit: 200 }))
  const may = useMay()
  const options = {
    onSuccess: () => notifyDone(saved),
  }
  const add = useMutation(trpc.admin.salesChannels.addLocation.mutationOptions(options))
  const remove = useMutation(trpc.admin.salesChannels.removeLocation.mutationOptions(options))
  const chosen = location.sales_channels ?? []
  return (
    <Modal opened onClose={onClose} title={words.channelsOf(location.name)} closeButtonProps={{ 'aria-label': close }}>
      {error && <ErrorState error={error} />}
      <Stack>
        {chosen.length === 0 && <Text size="sm">{words.noChannels}</Text>}
        {data?.sales_channels.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.some((channel) => channel.id === id)}
            disabled={add.isPending || remove.isPending || !may(rightTo(chosen.some((channel) => channel.id === id)))}
            onChange={(event) => {
              const change = event.currentTarget.checked ? add : remove
              change.mutate({ id, location_id: location.id })
            }}
          />
        ))}
      </Stack>
    </Modal>
  )
}

const rightTo = (isChosen: boolean) =>
  isChosen ? ('salesChannels.removeLocation' as const) : ('salesChannels.addLocation' as const)
