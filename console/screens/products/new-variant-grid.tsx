import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useCurrencies } from '#console/app/use-currencies.ts'
import { textOfCell } from '#console/components/grid/cell-text.ts'
import { EditGrid } from '#console/components/grid/edit-grid.tsx'
import type { GridColumn, GridRow } from '#console/components/grid/grid-column.ts'
import type { GridForm } from '#console/components/grid/grid-form.ts'
import { products } from '#console/strings/products.ts'
import type { NewProductValues } from './new-product-values.ts'
import { newCombinations } from './new-variants.ts'
import { VariantPicture } from './variant-picture.tsx'

interface NewVariantGridProps {
  form: Omit<GridForm, 'getValues'> & { getValues(): NewProductValues }
}

/** The SKU of each new variant, and its price and stock if they differ from those of the others. */
export function NewVariantGrid({ form }: NewVariantGridProps) {
  const words = products.useWords()
  const currencies = useCurrencies()
  const { options, prices, stock, images } = form.getValues()
  const usual = JSON.stringify([options, prices, stock, currencies, images])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content decides
  const rows = useMemo(
    () => newCombinations(options).map(({ key, values }) => ({ id: key, name: values.join(' / ') })),
    [usual],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content decides
  const columns = useMemo(
    (): GridColumn<GridRow>[] => [
      {
        key: 'name',
        title: words.variant,
        width: 11,
        nameOf: ({ name }) => name,
        show: ({ name }) => (
          <Text size="sm" px="xs" pt={7}>
            {name}
          </Text>
        ),
      },
      {
        key: 'thumbnail',
        title: words.picture,
        width: 3.5,
        nameOf: ({ name }) => words.pictureOf(name),
        show: ({ id, name }) => (
          <VariantPicture
            title={name}
            url={form.getValues().rows[id]?.thumbnail ?? null}
            pictures={form.getValues().images}
            onChange={(url) => form.setFieldValue(`rows.${id}.thumbnail`, url)}
          />
        ),
      },
      {
        key: 'sku',
        title: words.sku,
        width: 9,
        nameOf: ({ name }) => words.skuOf(name),
        kindOf: () => ({ type: 'text' }),
      },
      {
        key: 'ean',
        title: words.ean,
        width: 8.5,
        nameOf: ({ name }) => words.eanOf(name),
        kindOf: () => ({ type: 'text' }),
      },
      {
        key: 'inventory_quantity',
        align: 'end',
        title: words.stock,
        width: 5.5,
        nameOf: ({ name }) => words.stockOf(name),
        kindOf: () => ({ type: 'whole' }),
        placeholderOf: () => textOfCell({ type: 'whole' }, stock),
      },
      ...currencies.map((currency): GridColumn<GridRow> => {
        const kind = { type: 'amount', currency } as const
        return {
          key: `prices.${currency}`,
          align: 'end',
          title: words.priceIn(currency.toUpperCase()),
          width: 6.5,
          nameOf: ({ name }) => words.priceOf(name, currency.toUpperCase()),
          kindOf: () => kind,
          placeholderOf: () => textOfCell(kind, prices[currency] ?? null),
        }
      }),
      {
        key: 'cost',
        align: 'end',
        title: words.cost,
        width: 6.5,
        nameOf: ({ name }) => words.costOf(name, (currencies[0] ?? 'eur').toUpperCase()),
        kindOf: () => ({ type: 'amount', currency: currencies[0] ?? 'eur' }),
      },
    ],
    [words, usual],
  )
  return <EditGrid label={words.variants} rows={rows} columns={columns} form={form} />
}
