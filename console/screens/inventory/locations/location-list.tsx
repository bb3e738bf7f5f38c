import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { AddButton } from '#console/components/action/add-button.tsx'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { Page } from '#console/components/page.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { inventory } from '#console/strings/inventory.ts'
import { DeleteRow } from '../../settings/delete-row.tsx'
import { EditRow } from '../../settings/edit-row.tsx'
import { InventoryTabs } from '../inventory-tabs.tsx'

const LocationChannels = lazyDialog(async () => (await import('./location-channels.tsx')).LocationChannels)
const LocationDialog = lazyDialog(async () => (await import('./location-dialog.tsx')).LocationDialog)

export type Location = RouterOutputs['admin']['stockLocations']['list']['stock_locations'][number]

export function LocationList() {
  const words = inventory.useWords()
  const { data, error } = useQuery(
    trpc.admin.stockLocations.list.queryOptions({ limit: 200, expand: 'address,sales_channels' }),
  )
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  return (
    <Page
      title={words.locations}
      actions={
        <AddButton
          needs="stockLocations.create"
          text={words.newLocation}
          dialog={(close) => <LocationDialog onClose={close} />}
        />
      }
    >
      <InventoryTabs />
      <TableSection
        title={words.locations}
        rows={data.stock_locations}
        empty={words.noLocations}
        buttons={(location) => (
          <>
            <DialogButton
              needs="salesChannels.addLocation"
              text={words.channels}
              label={words.channelsOf(location.name)}
              dialog={(close) => <LocationChannels location={location} onClose={close} />}
            />
            <EditRow
              needs="stockLocations.update"
              name={location.name}
              dialog={(close) => <LocationDialog location={location} onClose={close} />}
            />
            <DeleteRow
              procedure={trpc.admin.stockLocations.delete}
              input={{ id: location.id }}
              name={location.name}
              text={words.deleteLocationText}
              restorable={{ resource: 'stock_location', id: location.id }}
            />
          </>
        )}
        columns={[
          { key: 'name', title: words.name, cell: ({ name }) => name },
          {
            key: 'address',
            title: words.address,
            isWideOnly: true,
            cell: ({ address }) =>
              address ? [address.address_1, address.postal_code, address.city].filter(Boolean).join(', ') : '–',
          },
          {
            key: 'channels',
            title: words.channels,
            isWideOnly: true,
            cell: ({ sales_channels = [] }) => sales_channels.map(({ name }) => name).join(', ') || '–',
          },
        ]}
      />
    </Page>
  )
}
