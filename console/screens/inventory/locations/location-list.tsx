import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { AddButton } from '#console/components/action/add-button.tsx'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { Page } from '#console/components/page.tsx'
import { RowButtons, RowTable } from '#console/components/row-table.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { inventory } from '#console/strings/inventory.ts'
import { settings } from '#console/strings/settings.ts'
import { DeleteRow } from '../../settings/delete-row.tsx'
import { InventoryTabs } from '../inventory-tabs.tsx'
import { LocationChannels } from './location-channels.tsx'
import { LocationDialog } from './location-dialog.tsx'

export type Location = RouterOutputs['admin']['stockLocations']['list']['stock_locations'][number]

export function LocationList() {
  const words = inventory.useWords()
  const shared = settings.useWords()
  const { edit, actions } = common.useWords()
  const { data, error } = useQuery(
    trpc.admin.stockLocations.list.queryOptions({ limit: 200, expand: 'address,sales_channels' }),
  )
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  return (
    <Page
      title={words.locations}
      actions={<AddButton text={words.newLocation} dialog={(close) => <LocationDialog onClose={close} />} />}
    >
      <InventoryTabs />
      <Section title={words.locations} isFlush>
        <RowTable
          label={words.locations}
          rows={data.stock_locations}
          empty={words.noLocations}
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
            {
              key: 'actions',
              title: actions,
              align: 'end',
              cell: (location) => (
                <RowButtons>
                  <DialogButton
                    text={words.channels}
                    label={words.channelsOf(location.name)}
                    dialog={(close) => <LocationChannels location={location} onClose={close} />}
                  />
                  <DialogButton
                    text={edit}
                    label={shared.editOf(location.name)}
                    dialog={(close) => <LocationDialog location={location} onClose={close} />}
                  />
                  <DeleteRow
                    procedure={trpc.admin.stockLocations.delete}
                    input={{ id: location.id }}
                    name={location.name}
                  />
                </RowButtons>
              ),
            },
          ]}
        />
      </Section>
    </Page>
  )
}
