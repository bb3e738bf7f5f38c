import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { AddButton } from '#console/components/action/add-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { carriers } from '#console/strings/carriers.ts'
import { DeleteRow } from '../delete-row.tsx'
import { EditRow } from '../edit-row.tsx'
import { SettingsPage } from '../settings-page.tsx'

const CarrierDialog = lazyDialog(async () => (await import('./carrier-dialog.tsx')).CarrierDialog)

type Carrier = RouterOutputs['admin']['carriers']['list']['carriers'][number]

export function CarrierList() {
  const words = carriers.useWords()
  const { data, error } = useQuery(trpc.admin.carriers.list.queryOptions())
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data) return <LoadingPage />
  const own = data.carriers.flatMap(({ id, ...carrier }) => (id ? [{ id, ...carrier }] : []))
  const known = data.carriers.filter(({ id }) => !id).map((carrier) => ({ ...carrier, id: carrier.name }))
  const columns = [
    { key: 'name', title: words.name, cell: ({ name }: Carrier) => name },
    {
      key: 'url',
      title: words.trackingUrl,
      cell: ({ tracking_url }: Carrier) => (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {tracking_url}
        </Text>
      ),
      isWideOnly: true,
    },
  ]
  return (
    <SettingsPage
      title={words.carriers}
      width="detail"
      actions={
        <AddButton
          needs="carriers.create"
          text={words.newCarrier}
          dialog={(close) => <CarrierDialog onClose={close} />}
        />
      }
    >
      <TableSection
        title={words.own}
        rows={own}
        empty={words.noOwn}
        buttons={(carrier) => (
          <>
            <EditRow
              needs="carriers.update"
              name={carrier.name}
              dialog={(close) => <CarrierDialog carrier={carrier} onClose={close} />}
            />
            <DeleteRow
              procedure={trpc.admin.carriers.delete}
              input={{ id: carrier.id }}
              name={carrier.name}
              text={words.deleteText}
              restorable={{ resource: 'carrier', id: carrier.id }}
            />
          </>
        )}
        columns={columns}
      />
      <TableSection title={words.known} rows={known} empty={words.noKnown} columns={columns} />
    </SettingsPage>
  )
}
