import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { AddButton } from '#console/components/action/add-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { createdColumn } from '#console/components/list/columns.tsx'
import { choiceFilter, namedOptions } from '#console/components/list/filters.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { inventory } from '#console/strings/inventory.ts'
import { useLocations } from '../../orders/use-locations.ts'
import { DeleteRow } from '../../settings/delete-row.tsx'
import { EditRow } from '../../settings/edit-row.tsx'
import { InventoryTabs } from '../inventory-tabs.tsx'
import { useItemNames } from '../items/use-item-names.ts'

const EditReservationDialog = lazyDialog(
  async () => (await import('./edit-reservation-dialog.tsx')).EditReservationDialog,
)
const NewReservationDialog = lazyDialog(async () => (await import('./new-reservation-dialog.tsx')).NewReservationDialog)

const reservationsRoute = getRouteApi('/shell/with-inventory/inventory/reservations')

export type Reservation = RouterOutputs['admin']['reservations']['list']['reservations'][number]

export function ReservationList() {
  const words = inventory.useWords()
  const [opened, open] = useState<Reservation>()
  const list = useList(reservationsRoute.useSearch())
  const locations = useLocations()
  const shown = useRowList(
    list,
    trpc.admin.reservations.list.infiniteQueryOptions(
      {
        limit: 100,
        expand: 'line_item.order',
        location_id: list.texts('location'),
        created_at: list.dates('period'),
      },
      cursorPages,
    ),
    (page) => page.reservations,
  )
  const nameOfItem = useItemNames(shown.rows.map(({ inventory_item_id }) => inventory_item_id))
  const nameOf = ({ inventory_item_id }: Reservation) => nameOfItem(inventory_item_id) ?? ''
  return (
    <Page
      title={words.reservations}
      actions={
        <AddButton
          needs="reservations.create"
          text={words.newReservation}
          dialog={(close) => <NewReservationDialog onClose={close} />}
        />
      }
    >
      <InventoryTabs />
      <ListScreen
        name="reservations"
        {...shown}
        nameOf={nameOf}
        onOpen={open}
        filters={[
          choiceFilter('location', words.location, namedOptions(locations)),
          { kind: 'dates', name: 'period', label: words.time },
        ]}
        empty={{ title: words.reservations, hint: words.reservationsEmpty }}
        buttons={{
          width: 'clamp(7.5rem, 32vw, 14rem)',
          of: (reservation) => (
            <>
              <EditRow
                needs="reservations.update"
                name={nameOf(reservation)}
                visibleFrom="sm"
                dialog={(close) => <EditReservationDialog reservation={reservation} onClose={close} />}
              />
              <DeleteRow
                procedure={trpc.admin.reservations.delete}
                input={{ id: reservation.id }}
                name={nameOf(reservation)}
              />
            </>
          ),
        }}
        columns={[
          { key: 'item', title: words.item, width: 'minmax(0, 2fr)', cell: nameOf },
          { key: 'quantity', title: words.quantity, width: '6rem', align: 'end', cell: ({ quantity }) => quantity },
          {
            key: 'location',
            title: words.location,
            isWideOnly: true,
            cell: ({ location_id }) => locations.find(({ id }) => id === location_id)?.name,
          },
          {
            key: 'order',
            title: words.order,
            width: '7rem',
            isWideOnly: true,
            cell: ({ line_item }) =>
              line_item?.order && (
                <PageLink to="/orders/$id" params={{ id: line_item.order.id }}>
                  {words.orderNumber(line_item.order.display_id)}
                </PageLink>
              ),
          },
          { key: 'description', title: words.description, isWideOnly: true, cell: ({ description }) => description },
          createdColumn(words.time),
        ]}
      />
      {opened && <EditReservationDialog reservation={opened} onClose={() => open(undefined)} />}
    </Page>
  )
}
