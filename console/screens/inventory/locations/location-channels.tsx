import { Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { useUndoableChange } from '#console/components/action/use-undoable-change.ts'
import { ErrorState } from '#console/components/states.tsx'
import { useReturnedFocus } from '#console/components/use-returned-focus.ts'
import { common } from '#console/strings/common.ts'
import { inventory } from '#console/strings/inventory.ts'
import type { Location } from './location-list.tsx'

/** Chooses the sales channels that sell from a location. Each choice is saved immediately. */
export function LocationChannels({ location, onClose }: { location: Location; onClose(): void }) {
  useReturnedFocus()
  const words = inventory.useWords()
  const { close } = common.useWords()
  const { data, error } = useQuery(trpc.admin.salesChannels.list.queryOptions({ limit: 200 }))
  const may = useMay()
  const { addLocation, removeLocation } = trpc.admin.salesChannels
  const add = useUndoableChange(addLocation, removeLocation)
  const remove = useUndoableChange(removeLocation, addLocation)
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
