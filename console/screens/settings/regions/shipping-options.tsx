import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { Money } from '#console/components/money.tsx'
import { FieldLines } from '#console/components/plugin-fields/field-lines.tsx'
import { TableSection } from '#console/components/table-section.tsx'
import { TranslateButton } from '#console/components/translations/translate-button.tsx'
import { translatedRow } from '#console/components/translations/translated-row.ts'
import { markets } from '#console/strings/markets.ts'
import { settings } from '#console/strings/settings.ts'
import { DeleteRow } from '../delete-row.tsx'
import { EditRow } from '../edit-row.tsx'
import type { Region } from './region.ts'

const EditOptionDialog = lazyDialog(async () => (await import('./edit-option-dialog.tsx')).EditOptionDialog)
const NewOptionDialog = lazyDialog(async () => (await import('./new-option-dialog.tsx')).NewOptionDialog)

export function ShippingOptions({ region }: { region: Region }) {
  const words = markets.useWords()
  const shared = settings.useWords()
  const { data, error } = useQuery(
    trpc.admin.shippingOptions.list.queryOptions({ region_id: region.id, limit: 200, expand: 'profile,requirements' }),
  )
  return (
    <TableSection
      title={words.shippingOptions}
      actions={
        <>
          <DialogButton
            needs="shippingOptions.create"
            text={words.newReturnOption}
            dialog={(close) => <NewOptionDialog region={region} isReturn onClose={close} />}
          />
          <DialogButton
            needs="shippingOptions.create"
            text={words.newOption}
            dialog={(close) => <NewOptionDialog region={region} isReturn={false} onClose={close} />}
          />
        </>
      }
      error={error}
      rows={data?.shipping_options}
      empty={words.noOptions}
      buttons={(option) => (
        <>
          <TranslateButton name={option.name} rows={[translatedRow('shipping_option', option, ['name'])]} />
          <EditRow
            needs="shippingOptions.update"
            name={option.name}
            dialog={(close) => <EditOptionDialog option={option} region={region} onClose={close} />}
          />
          <DeleteRow
            procedure={trpc.admin.shippingOptions.delete}
            input={{ id: option.id }}
            name={option.name}
            restorable={{ resource: 'shipping_option', id: option.id }}
          />
        </>
      )}
      columns={[
        {
          key: 'name',
          title: shared.name,
          cell: (option) => (
            <>
              {option.name}
              <FieldLines table="shipping_option" row={option} />
            </>
          ),
        },
        {
          key: 'use',
          title: words.audience,
          isWideOnly: true,
          cell: ({ is_return, admin_only }) =>
            [is_return ? words.isReturn : '', admin_only ? words.adminOnly : words.forCustomers]
              .filter(Boolean)
              .join(', '),
        },
        { key: 'profile', title: words.profile, isWideOnly: true, cell: ({ profile }) => profile?.name ?? '–' },
        {
          key: 'amount',
          title: words.amount,
          align: 'end',
          cell: ({ amount }) =>
            amount == null ? words.calculated : <Money amount={amount} currency={region.currency_code} />,
        },
      ]}
    />
  )
}
