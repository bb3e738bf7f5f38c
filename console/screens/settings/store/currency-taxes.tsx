import { Switch } from '@mantine/core'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { useUndoableChange } from '#console/components/action/use-undoable-change.ts'
import { TableSection } from '#console/components/table-section.tsx'
import { common } from '#console/strings/common.ts'
import { settings } from '#console/strings/settings.ts'

interface Currency {
  code: string
  name: string
  includes_tax: boolean
}

/** Whether the prices in each currency of the store include tax. */
export function CurrencyTaxes({ currencies }: { currencies: readonly Currency[] }) {
  const words = settings.useWords()
  const may = useMay()
  const { none } = common.useWords()
  const update = useUndoableChange(trpc.admin.currencies.update, trpc.admin.currencies.update, {
    undoInput: ({ code, includes_tax }) => ({ code, includes_tax: !includes_tax }),
  })
  return (
    <TableSection
      title={words.includesTax}
      rows={currencies.map((currency) => ({ id: currency.code, ...currency }))}
      empty={none}
      columns={[
        { key: 'currency', title: words.currency, cell: ({ code, name }) => `${code.toUpperCase()} – ${name}` },
        {
          key: 'tax',
          title: words.includesTax,
          align: 'end',
          cell: ({ code, includes_tax }) => (
            <Switch
              display="inline-block"
              aria-label={words.includesTaxOf(code.toUpperCase())}
              checked={includes_tax}
              disabled={update.isPending || !may('currencies.update')}
              onChange={(event) => update.mutate({ code, includes_tax: event.currentTarget.checked })}
            />
          ),
        },
      ]}
    />
  )
}
