import { Text } from '@mantine/core'
import { amountIn, type GridColumn } from '#console/components/grid/grid-column.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import type { en } from '#console/strings/products.ts'
import { marginText, taxesIn } from './margin.ts'
import type { ProductStatus } from './product-status.tsx'
import type { TableRow, TableValues } from './table-rows.ts'
import type { ProductCurrencies } from './use-product-currencies.ts'

interface TableContext {
  words: Translation<typeof en>
  currencies: ProductCurrencies
  statuses: readonly { value: ProductStatus; label: string }[]
  valuesOf(id: string): TableValues | undefined
}

export interface TableColumn extends GridColumn<TableRow> {
  /** Whether the table shows it only after the user has chosen it. */
  isOptional?: boolean
}

/** The columns of the table of products. The first one names the product and the variant. */
export function tableColumns({ words, currencies, statuses, valuesOf }: TableContext): TableColumn[] {
  const ofVariant =
    <Kind,>(kind: Kind) =>
    ({ variant }: TableRow): Kind | undefined =>
      variant ? kind : undefined
  const costCurrency = ({ variant }: TableRow) => variant?.cost_currency_code ?? currencies.ofCosts
  const marginTerms = (row: TableRow) => {
    const currency = costCurrency(row)
    return { currency, taxes: taxesIn(currencies.taxes, currency, row.product.id) }
  }
  const quiet = (text: string) => (
    <Text size="xs" c="dimmed" px="xs" pt={6} truncate>
      {text}
    </Text>
  )
  return [
    {
      key: 'product_title',
      title: words.product,
      width: 14,
      nameOf: ({ product }) => words.titleOf(product.title),
      kindOf: ({ isFirst }) => (isFirst ? { type: 'text' } : undefined),
      show: ({ product }) => quiet(product.title),
    },
    {
      key: 'title',
      title: words.variant,
      width: 9,
      nameOf: ({ name }) => words.titleOf(name),
      kindOf: ofVariant({ type: 'text' } as const),
    },
    {
      key: 'status',
      title: words.status,
      width: 8,
      nameOf: ({ product }) => words.statusOf(product.title),
      kindOf: ({ isFirst }) => (isFirst ? { type: 'choice', options: statuses } : undefined),
    },
    {
      key: 'sku',
      title: words.sku,
      width: 12,
      nameOf: ({ name }) => words.skuOf(name),
      kindOf: ofVariant({ type: 'text' } as const),
    },
    {
      key: 'inventory_quantity',
      title: words.stock,
      align: 'end',
      width: 7,
      nameOf: ({ name }) => words.stockOf(name),
      kindOf: ({ variant }) =>
        variant?.manage_inventory ? { type: 'whole', min: variant.allow_backorder ? null : 0 } : undefined,
      show: ({ variant }) => variant && quiet(words.notManaged),
    },
    ...currencies.ofPrices.map(
      (currency): TableColumn => ({
        key: `prices.${currency}`,
        title: words.priceIn(currency.toUpperCase()),
        align: 'end',
        width: 7,
        nameOf: ({ name }) => words.priceOf(name, currency.toUpperCase()),
        kindOf: ofVariant({ type: 'amount', currency } as const),
      }),
    ),
    {
      key: 'cost',
      title: words.cost,
      align: 'end',
      width: 7,
      nameOf: (row) => words.costOf(row.name, costCurrency(row)?.toUpperCase() ?? ''),
      kindOf: (row) => (row.variant ? amountIn(costCurrency(row)) : undefined),
    },
    {
      key: 'margin',
      title: words.margin,
      align: 'end',
      width: 7,
      isOptional: true,
      nameOf: () => words.margin,
      show: (row) => quiet(marginText(valuesOf(row.id), marginTerms(row))),
    },
    {
      key: 'weight',
      title: words.weight,
      align: 'end',
      width: 8,
      isOptional: true,
      nameOf: ({ name }) => words.weightOf(name),
      kindOf: ofVariant({ type: 'whole' } as const),
    },
  ]
}
