import { ActionIcon, Alert, Button, Group, Menu, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useCurrencies } from '#console/app/use-currencies.ts'
import { EditGrid } from '#console/components/grid/edit-grid.tsx'
import type { GridColumn } from '#console/components/grid/grid-column.ts'
import { NewRowFieldInputs } from '#console/components/plugin-fields/new-row-fields.tsx'
import { Section } from '#console/components/section.tsx'
import { common } from '#console/strings/common.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import { type en, products } from '#console/strings/products.ts'
import { marginText } from './margin.ts'
import type { ProductRow, VariantRow } from './product-row.ts'
import { isTooLarge, MAX_COMBINATIONS } from './product-structure.ts'
import type { useProductForm } from './use-product-form.ts'
import { VariantPicture } from './variant-picture.tsx'

interface VariantGridProps {
  product: ProductRow
  form: ReturnType<typeof useProductForm>
}

/** The variants that the product has after the next save. */
export function VariantGrid({ product, form }: VariantGridProps) {
  const words = products.useWords()
  return (
    <Section title={words.variants} isFlush>
      <Grid product={product} form={form} />
      <StructureNotes form={form} />
    </Section>
  )
}

interface GridVariant extends Partial<VariantRow> {
  id: string
  title: string
  name: string
  version: string
  isNew: boolean
}

function Grid({ product, form }: VariantGridProps) {
  const words = products.useWords()
  const { actions } = common.useWords()
  const currencies = useCurrencies()
  const { images } = form.fields.getValues()
  const { kept, added } = form.structure
  const pictures = images.map(({ url }) => url).join(' ')
  const shown = [...kept.map(({ variant }) => variant.id), ...added.map(({ id, title }) => `${id} ${title}`)].join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content decides
  const variants = useMemo(
    (): GridVariant[] => [
      ...kept.map(({ variant }) => ({ ...variant, name: variant.title, version: pictures, isNew: false })),
      ...added.map(({ id, title }) => ({ id, title, name: title, version: pictures, isNew: true })),
    ],
    [product.variants, pictures, shown],
  )
  const latest = useRef(form)
  useEffect(() => {
    latest.current = form
  })
  const key = currencies.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells read the form themselves
  const columns = useMemo(
    () => columnsOf({ words, actions, currencies, form: () => latest.current, product }),
    [words, actions, key, product.id],
  )
  return <EditGrid label={words.variants} rows={variants} columns={columns} form={form.fields} />
}

interface ColumnContext {
  product: ProductRow
  form(): ReturnType<typeof useProductForm>
  words: Translation<typeof en>
  /** The title of the column with the menus. */
  actions: string
  currencies: readonly string[]
}

function columnsOf({ words, actions, currencies, form, product }: ColumnContext): GridColumn<GridVariant>[] {
  const rowOf = ({ id }: GridVariant) => form().fields.getValues().rows[id]
  const costCurrency = (variant: GridVariant) => variant.cost_currency_code ?? currencies[0] ?? 'eur'
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
      show: () => (
        <Text size="xs" c="dimmed" px="xs" pt={6}>
          {words.notManaged}
        </Text>
      ),
    },
    ...currencies.map(
      (currency): GridColumn<GridVariant> => ({
        key: `prices.${currency}`,
        align: 'end',
        title: words.priceIn(currency.toUpperCase()),
        width: 6.5,
        nameOf: ({ title }) => words.priceOf(title, currency.toUpperCase()),
        kindOf: () => ({ type: 'amount', currency }),
      }),
    ),
    {
      key: 'cost',
      align: 'end',
      title: words.cost,
      width: 6.5,
      nameOf: (variant) => words.costOf(variant.title, costCurrency(variant).toUpperCase()),
      kindOf: (variant) => ({ type: 'amount', currency: costCurrency(variant) }),
    },
    {
      key: 'margin',
      align: 'end',
      title: words.margin,
      width: 5,
      nameOf: () => words.margin,
      show: (variant) => (
        <Text size="xs" c="dimmed" px="xs" pt={6}>
          {marginText(rowOf(variant)?.prices[costCurrency(variant)], rowOf(variant)?.cost)}
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
          productId={product.id}
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
  productId: string
  variant: GridVariant
  onRemove(): void
}

function VariantMenu({ productId, variant, onRemove }: VariantMenuProps) {
  const { edit, delete: deleteText, more } = common.useWords()
  const navigate = useNavigate()
  const params = { id: productId, variantId: variant.id }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`${more}: ${variant.title}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!variant.isNew && (
          <Menu.Item onClick={() => navigate({ to: '/products/$id/variants/$variantId', params })}>{edit}</Menu.Item>
        )}
        <Menu.Item c="var(--danger)" onClick={onRemove}>
          {deleteText}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** The variants that the next save adds and deletes, and the combinations without a variant. */
function StructureNotes({ form }: Pick<VariantGridProps, 'form'>) {
  const words = products.useWords()
  const { added, deleted, gaps } = form.structure
  const { options, removed } = form.fields.getValues()
  const isTooMany = isTooLarge(options)
  const isEmpty = added.length + deleted.length + gaps === 0 && !isTooMany
  return (
    // Screen readers announce only the changes of a region that exists.
    <Stack gap="xs" p={isEmpty ? 0 : 'md'} aria-live="polite">
      {isTooMany && <Alert color="yellow">{words.tooManyCombinations(MAX_COMBINATIONS)}</Alert>}
      {added.length > 0 && <Text size="sm">{words.addsVariants(added.length)}</Text>}
      {deleted.length > 0 && (
        <Alert color="yellow">
          {words.deletesVariants(
            deleted.length,
            deleted
              .slice(0, SHOWN_NAMES)
              .map(({ title }) => title)
              .join(', '),
          )}
        </Alert>
      )}
      <Group gap="xs" display={isEmpty ? 'none' : undefined}>
        {removed.length > 0 && (
          <Button size="xs" variant="default" onClick={() => form.changeStructure({ removed: [] })}>
            {words.keepVariants}
          </Button>
        )}
        {gaps > 0 && removed.length === 0 && (
          <Button size="xs" variant="default" onClick={() => form.changeStructure({ fillsGaps: true })}>
            {words.fillGaps(gaps)}
          </Button>
        )}
      </Group>
      {added.length > 0 && form.variantFields.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NewRowFieldInputs fields={form.variantFields} form={form.fields} path="variant" />
        </SimpleGrid>
      )}
    </Stack>
  )
}

const SHOWN_NAMES = 10
