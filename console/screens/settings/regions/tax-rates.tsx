import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { lazyDialog } from '#console/components/action/lazy-dialog.tsx'
import { percentText } from '#console/components/percent-text.ts'
import { TableSection } from '#console/components/table-section.tsx'
import { markets } from '#console/strings/markets.ts'
import { settings } from '#console/strings/settings.ts'
import { DeleteRow } from '../delete-row.tsx'
import { EditRow } from '../edit-row.tsx'
import type { Region } from './region.ts'

const TaxRateDialog = lazyDialog(async () => (await import('./tax-rate-dialog.tsx')).TaxRateDialog)

const COUNTS = ['product_count', 'product_type_count', 'shipping_option_count']

export function TaxRates({ region }: { region: Region }) {
  const words = markets.useWords()
  const shared = settings.useWords()
  const { data, error } = useQuery(
    trpc.admin.taxRates.list.queryOptions({
      region_id: region.id,
      limit: 200,
      fields: ['id', 'name', 'code', 'rate', ...COUNTS],
    }),
  )
  return (
    <TableSection
      title={words.taxRates}
      actions={
        <DialogButton
          needs="taxRates.create"
          text={words.newTaxRate}
          dialog={(close) => <TaxRateDialog regionId={region.id} onClose={close} />}
        />
      }
      error={error}
      rows={data?.tax_rates}
      empty={words.noTaxRates}
      buttons={({ id, name }) => (
        <>
          <EditRow
            needs="taxRates.update"
            name={name}
            dialog={(close) => <TaxRateDialog regionId={region.id} rateId={id} onClose={close} />}
          />
          <DeleteRow
            procedure={trpc.admin.taxRates.delete}
            input={{ id }}
            name={name}
            restorable={{ resource: 'tax_rate', id }}
          />
        </>
      )}
      columns={[
        { key: 'name', title: shared.name, cell: ({ name }) => name },
        { key: 'code', title: words.code, cell: ({ code }) => code ?? '–', isWideOnly: true },
        { key: 'rate', title: words.rate, cell: ({ rate }) => percentText(rate ?? 0) },
        {
          key: 'uses',
          title: words.appliesTo,
          isWideOnly: true,
          cell: ({ product_count = 0, product_type_count = 0, shipping_option_count = 0 }) =>
            [
              product_count > 0 ? words.productCount(product_count) : '',
              product_type_count > 0 ? words.typeCount(product_type_count) : '',
              shipping_option_count > 0 ? words.optionCount(shipping_option_count) : '',
            ]
              .filter(Boolean)
              .join(', ') || words.nothing,
        },
      ]}
    />
  )
}
