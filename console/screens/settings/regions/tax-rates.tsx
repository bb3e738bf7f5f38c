import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { RowButtons, RowTable } from '#console/components/row-table.tsx'
import { Section } from '#console/components/section.tsx'
import { ErrorState, LoadingLines } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { markets } from '#console/strings/markets.ts'
import { settings } from '#console/strings/settings.ts'
import { DeleteRow } from '../delete-row.tsx'
import type { Region } from './region.ts'
import { TaxRateDialog } from './tax-rate-dialog.tsx'

const COUNTS = ['product_count', 'product_type_count', 'shipping_option_count']

export function TaxRates({ region }: { region: Region }) {
  const words = markets.useWords()
  const shared = settings.useWords()
  const { edit, actions } = common.useWords()
  const { data, error } = useQuery(
    trpc.admin.taxRates.list.queryOptions({
      region_id: region.id,
      limit: 200,
      fields: ['id', 'name', 'code', 'rate', ...COUNTS],
    }),
  )
  return (
    <Section
      title={words.taxRates}
      isFlush
      actions={
        <DialogButton
          text={words.newTaxRate}
          dialog={(close) => <TaxRateDialog regionId={region.id} onClose={close} />}
        />
      }
    >
      {error && <ErrorState error={error} />}
      {!data && !error && <LoadingLines lines={2} />}
      {data && (
        <RowTable
          label={words.taxRates}
          rows={data.tax_rates}
          empty={words.noTaxRates}
          columns={[
            { key: 'name', title: shared.name, cell: ({ name }) => name },
            { key: 'code', title: words.code, cell: ({ code }) => code ?? '–', isWideOnly: true },
            { key: 'rate', title: words.rate, cell: ({ rate }) => `${rate ?? 0} %` },
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
            {
              key: 'actions',
              title: actions,
              align: 'end',
              cell: ({ id, name }) => (
                <RowButtons>
                  <DialogButton
                    text={edit}
                    label={shared.editOf(name)}
                    dialog={(close) => <TaxRateDialog regionId={region.id} rateId={id} onClose={close} />}
                  />
                  <DeleteRow procedure={trpc.admin.taxRates.delete} input={{ id }} name={name} />
                </RowButtons>
              ),
            },
          ]}
        />
      )}
    </Section>
  )
}
