import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { lazyPart } from '#console/app/lazy-parts.ts'
import { DialogButton } from '#console/components/action/dialog-button.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { variantName } from '#console/components/variants/variant-name.ts'
import { common } from '#console/strings/common.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import { type en, inventory } from '#console/strings/inventory.ts'
import { navigation } from '#console/strings/navigation.ts'
import { CountButton } from '../counts/count-button.tsx'

const StockDialog = lazyPart(async () => (await import('./stock-dialog.tsx')).StockDialog)

const inventoryRoute = getRouteApi('/shell/inventory')

export type Variant = RouterOutputs['admin']['variants']['list']['variants'][number]

const FEW = 5

/** The stock of the variants in a shop without inventory, with low stock first. */
export function VariantStock() {
  const words = inventory.useWords()
  const names = navigation.useWords()
  const { edit, actions } = common.useWords()
  const [opened, open] = useState<Variant>()
  const list = useList(inventoryRoute.useSearch())
  const shown = useRowList(
    list,
    trpc.admin.variants.list.infiniteQueryOptions(
      { order: 'inventory_quantity', ...list.input, limit: 100, expand: 'product', manage_inventory: true },
      cursorPages,
    ),
    (page) => page.variants,
  )
  return (
    <Page title={names.inventory} subtitle={words.stockHint} actions={<CountButton />}>
      <ListScreen
        name="stock"
        {...shown}
        nameOf={nameOf}
        onOpen={open}
        searchHint={words.stockSearch}
        empty={{
          title: words.stock,
          hint: words.stockEmpty,
          action: <PageButton to="/products">{names.products}</PageButton>,
        }}
        columns={[
          { key: 'variant', title: words.variant, width: 'minmax(0, 2fr)', cell: nameOf },
          { key: 'sku', title: words.sku, sort: 'sku', cell: ({ sku }) => sku, isWideOnly: true },
          {
            key: 'status',
            title: words.status,
            width: '9rem',
            isWideOnly: true,
            cell: (variant) => <StockStatus variant={variant} words={words} />,
          },
          {
            key: 'stock',
            title: words.stock,
            sort: 'inventory_quantity',
            width: '5.5rem',
            align: 'end',
            cell: ({ inventory_quantity }) => inventory_quantity,
          },
          {
            key: 'actions',
            title: actions,
            width: '8rem',
            align: 'end',
            isWideOnly: true,
            cell: (variant) => (
              <DialogButton
                needs="products.updateVariant"
                text={edit}
                label={words.editStockOf(nameOf(variant))}
                dialog={(close) => (
                  <Suspense>
                    <StockDialog variant={variant} onClose={close} />
                  </Suspense>
                )}
              />
            ),
          },
        ]}
      />
      <Suspense>{opened && <StockDialog variant={opened} onClose={() => open(undefined)} />}</Suspense>
    </Page>
  )
}

const nameOf = ({ title, product }: Variant): string => variantName(product?.title, title)

function StockStatus({ variant, words }: { variant: Variant; words: Translation<typeof en> }) {
  const { inventory_quantity, allow_backorder } = variant
  if (inventory_quantity > FEW) return <StatusBadge tone={TONES.stock.enough} text={words.enough} />
  if (inventory_quantity > 0) return <StatusBadge tone={TONES.stock.low} text={words.low} />
  return allow_backorder ? (
    <StatusBadge tone={TONES.stock.backorder} text={words.backorder} />
  ) : (
    <StatusBadge tone={TONES.stock.soldOut} text={words.soldOut} />
  )
}
