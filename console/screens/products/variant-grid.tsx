import { ActionIcon, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { textOfCell } from '#console/components/grid/cell-text.ts'
import { EditGrid } from '#console/components/grid/edit-grid.tsx'
import { amountIn, type GridColumn } from '#console/components/grid/grid-column.ts'
import { MenuButton } from '#console/components/popup/menu-button.tsx'
import { Section } from '#console/components/section.tsx'
import { common } from '#console/strings/common.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import { type en, products } from '#console/strings/products.ts'
import { marginText, taxesIn } from './margin.ts'
import type { ProductRow, VariantRow } from './product-row.ts'
import { StructureNotes } from './structure-notes.tsx'
import type { ProductCurrencies } from './use-product-currencies.ts'
import type { VariantForm } from './use-variant-structure.ts'
import { VariantPicture } from './variant-picture.tsx'
import type { UsualValues } from './variant-rows.ts'

interface VariantGridProps {
  /** Undefined for a new product. */
  product?: ProductRow
  form: VariantForm
  currencies: ProductCurrencies
}

/** The variants that the product has after the next save. */
export function VariantGrid(props: VariantGridProps) {
  const words = products.useWords()
  return (
    <Section title={words.variants} isFlush>
      <Grid {...props} />
      <StructureNotes form={props.form} />
    </Section>
  )
}

interface GridVariant extends Partial<VariantRow> {
  id: string
  title: string
  name: string
  version: string
  isNew: boolean
  /** The values of a new variant whose cells are empty. */
  usual?: UsualValues | undefined
}

function Grid({ product, form, currencies }: VariantGridProps) {
  const words = products.useWords()
  const { actions } = common.useWords()
  const { images } = form.fields.getValues()
  const { kept, added } = form.structure
  const version = JSON.stringify([images.map(({ url }) => url), form.usual])
  const shown = [...kept.map(({ variant }) => variant.id), ...added.map(({ id, title }) => `${id} ${title}`)].join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content decides
  const variants = useMemo(
    (): GridVariant[] => [
      ...kept.map(({ variant }) => ({ ...variant, name: variant.title, version, isNew: false })),
      ...added.map(({ id, title }) => ({ id, title, name: title, version, isNew: true, usual: form.usual })),
    ],
    [product?.variants, version, shown],
  )
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const key = JSON.stringify(currencies)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells read the form themselves
  const columns = useMemo(
    () => columnsOf({ words, actions, currencies, form: () => latest.current, productId: product?.id }),
    [words, actions, key, product?.id],
  )
  return <EditGrid label={words.variants} rows={variants} columns={columns} form={form.fields} />
}

interface ColumnContext {
  /** Undefined for a new product. */
  productId: string | undefined
  form(): VariantForm
  words: Translation<typeof en>
  /** The title of the column with the menus. */
  actions: string
  currencies: ProductCurrencies
}

function columnsOf({ words, actions, currencies, form, productId }: ColumnContext): GridColumn<GridVariant>[] {
  const rowOf = ({ id }: GridVariant) => form().fields.getValues().rows[id]
  const costCurrency = (variant: GridVariant) => variant.cost_currency_code ?? currencies.ofCosts
  const marginTerms = (variant: GridVariant) => {
    const currency = costCurrency(variant)
    return { currency, taxes: taxesIn(currencies.taxes, currency, productId), usual: variant.usual?.prices }
  }
  return [
    {
      key: 'title',
      title: words.title,
      width: 11,
      nameOf: ({ title }) => words.titleOf(title),
      kindOf: () => ({ type: 'text' }),
      placeholderOf: ({ title, isNew }) => (isNew ? title : ''),
    },
    {
      key: 'thumbnail',
      title: words.picture,
      width: 3.5,
      nameOf: ({ title }) => words.pictureOf(title),
      show: (variant) => (
        <VariantPicture
          title={variant.title}
          url={rowOf(variant)?.thumbnail ?? null}
          pictures={form().fields.getValues().images}
          onChange={(url) => form().fields.setFieldValue(`rows.${variant.id}.thumbnail`, url)}
        />
      ),
    },
    {
      key: 'sku',
      title: words.sku,
      width: 9,
      nameOf: ({ title }) => words.skuOf(title),
      kindOf: () => ({ type: 'text' }),
    },
    {
      key: 'ean',
      title: words.ean,
      width: 8.5,
      nameOf: ({ title }) => words.eanOf(title),
      kindOf: () => ({ type: 'text' }),
    },
    {
      key: 'inventory_quantity',
      align: 'end',
      title: words.stock,
      width: 5.5,
      nameOf: ({ title }) => words.stockOf(title),
      kindOf: ({ manage_inventory, allow_backorder, isNew }) =>
        manage_inventory || isNew ? { type: 'whole', min: allow_backorder ? null : 0 } : undefined,
      placeholderOf: ({ usual }) => textOfCell({ type: 'whole' }, usual?.stock),
      show: () => (
        <Text size="xs" c="dimmed" px="xs" pt={6}>
          {words.notManaged}
        </Text>
      ),
    },
    ...currencies.ofPrices.map(
      (currency): GridColumn<GridVariant> => ({
        key: `prices.${currency}`,
        align: 'end',
        title: words.priceIn(currency.toUpperCase()),
        width: 6.5,
        nameOf: ({ title }) => words.priceOf(title, currency.toUpperCase()),
        kindOf: () => ({ type: 'amount', currency }),
        placeholderOf: ({ usual }) => textOfCell({ type: 'amount', currency }, usual?.prices[currency]),
      }),
    ),
    {
      key: 'cost',
      align: 'end',
      title: words.cost,
      width: 6.5,
      nameOf: (variant) => words.costOf(variant.title, costCurrency(variant)?.toUpperCase() ?? ''),
      kindOf: (variant) => amountIn(costCurrency(variant)),
    },
    {
      key: 'margin',
      align: 'end',
      title: words.margin,
      width: 7,
      nameOf: () => words.margin,
      show: (variant) => (
        <Text size="xs" c="dimmed" px="xs" pt={6}>
          {marginText(rowOf(variant), marginTerms(variant))}
        </Text>
      ),
    },
    {
      key: 'menu',
      title: actions,
      hidesTitle: true,
      width: 2.5,
      nameOf: () => '',
      show: (variant) => (
        <VariantMenu
          productId={productId}
          variant={variant}
          onRemove={() => {
            const { removed } = form().fields.getValues()
            form().changeStructure({ removed: [...removed, variant.id] })
          }}
        />
      ),
    },
  ]
}

interface VariantMenuProps {
  productId: string | undefined
  variant: GridVariant
  onRemove(): void
}

function VariantMenu({ productId, variant, onRemove }: VariantMenuProps) {
  const { edit, delete: deleteText, more } = common.useWords()
  const navigate = useNavigate()
  return (
    <MenuButton
      button={(parts) => (
        <ActionIcon {...parts} aria-label={`${more}: ${variant.title}`}>
          <IconDots size={16} />
        </ActionIcon>
      )}
      items={[
        ...(productId && !variant.isNew
          ? [
              {
                text: edit,
                onClick: () =>
                  void navigate({
                    to: '/products/$id/variants/$variantId',
                    params: { id: productId, variantId: variant.id },
                  }),
              },
            ]
          : []),
        { text: deleteText, isDangerous: true, onClick: onRemove },
      ]}
    />
  )
}
