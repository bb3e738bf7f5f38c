import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { trpc } from '#console/app/api.ts'
import { useCurrencies } from '#console/app/use-currencies.ts'
import { Allowed } from '#console/components/allowed.tsx'
import { useConfirm } from '#console/components/confirm.tsx'
import { EditGrid } from '#console/components/grid/edit-grid.tsx'
import type { GridColumn } from '#console/components/grid/grid-column.ts'
import type { GridForm } from '#console/components/grid/grid-form.ts'
import { modals } from '#console/components/modals.ts'
import { notifyDone } from '#console/components/notify.ts'
import { Section } from '#console/components/section.tsx'
import { common } from '#console/strings/common.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import { type en, products } from '#console/strings/products.ts'
import { AddVariant } from './add-variant.tsx'
import { marginText } from './margin.ts'
import type { ProductRow, VariantRow } from './product-row.ts'
import type { ProductValues } from './use-product-form.ts'
import { VariantPicture } from './variant-picture.tsx'

interface VariantGridProps {
  product: ProductRow
  form: Omit<GridForm, 'getValues'> & { getValues(): ProductValues }
}

export function VariantGrid({ product, form }: VariantGridProps) {
  const words = products.useWords()
  const add = () => {
    const modal = modals.open({
      title: words.addVariant,
      children: (
        <AddVariant productId={product.id} options={product.options ?? []} onDone={() => modals.close(modal)} />
      ),
    })
  }
  return (
    <Section
      title={words.variants}
      isFlush
      actions={
        <Allowed needs="products.addVariant">
          <Button size="compact-sm" variant="subtle" onClick={add}>
            {words.addVariant}
          </Button>
        </Allowed>
      }
    >
      <Grid product={product} form={form} />
    </Section>
  )
}

type GridVariant = VariantRow & { name: string; version: string }

function Grid({ product, form }: VariantGridProps) {
  const words = products.useWords()
  const { actions } = common.useWords()
  const currencies = useCurrencies()
  const values = form.getValues()
  const pictures = values.images.map(({ url }) => url).join(' ')
  const variants = useMemo(
    () => (product.variants ?? []).map((variant) => ({ ...variant, name: variant.title, version: pictures })),
    [product.variants, pictures],
  )
  const key = currencies.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the cells read the form themselves
  const columns = useMemo(
    () => columnsOf({ words, actions, currencies, form, product }),
    [words, actions, key, product.id],
  )
  return <EditGrid label={words.variants} rows={variants} columns={columns} form={form} />
}

interface ColumnContext extends VariantGridProps {
  words: Translation<typeof en>
  /** The title of the column with the menus. */
  actions: string
  currencies: readonly string[]
}

function columnsOf({ words, actions, currencies, form, product }: ColumnContext): GridColumn<GridVariant>[] {
  const rowOf = ({ id }: GridVariant) => form.getValues().rows[id]
  const costCurrency = (variant: GridVariant) => variant.cost_currency_code ?? currencies[0] ?? 'eur'
  return [
    {
      key: 'title',
      title: words.title,
      width: 11,
      nameOf: ({ title }) => words.titleOf(title),
      kindOf: () => ({ type: 'text' }),
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
          pictures={form.getValues().images}
          onChange={(url) => form.setFieldValue(`rows.${variant.id}.thumbnail`, url)}
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
      key: 'inventory_quantity',
      align: 'end',
      title: words.stock,
      width: 5.5,
      nameOf: ({ title }) => words.stockOf(title),
      kindOf: ({ manage_inventory, allow_backorder }) =>
        manage_inventory ? { type: 'whole', min: allow_backorder ? null : 0 } : undefined,
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
      show: (variant) => <VariantMenu productId={product.id} variant={variant} />,
    },
  ]
}

function VariantMenu({ productId, variant }: { productId: string; variant: GridVariant }) {
  const words = products.useWords()
  const { edit, delete: deleteText, more } = common.useWords()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const remove = useMutation(
    trpc.admin.products.deleteVariant.mutationOptions({
      onSuccess: () => notifyDone(words.variantDeleted),
    }),
  )
  const askToDelete = async () => {
    const text = words.deleteVariantText(variant.title)
    if (await confirm({ title: words.deleteVariant, text, action: deleteText, isDangerous: true }))
      remove.mutate({ id: productId, variant_id: variant.id })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`${more}: ${variant.title}`}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() =>
            navigate({ to: '/products/$id/variants/$variantId', params: { id: productId, variantId: variant.id } })
          }
        >
          {edit}
        </Menu.Item>
        <Allowed needs="products.deleteVariant">
          <Menu.Item c="var(--danger)" onClick={() => void askToDelete()}>
            {deleteText}
          </Menu.Item>
        </Allowed>
      </Menu.Dropdown>
    </Menu>
  )
}
