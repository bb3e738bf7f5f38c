import { Group, Text } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { trpc } from '#console/app/api.ts'
import type { Column } from '#console/components/list/column.ts'
import { createdColumn } from '#console/components/list/columns.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton, RowLink } from '#console/components/page-link.tsx'
import { useListFields } from '#console/components/plugin-fields/use-list-fields.tsx'
import { Thumbnail } from '#console/components/thumbnail.tsx'
import type { Translation } from '#console/strings/define-strings.ts'
import { navigation } from '#console/strings/navigation.ts'
import { type en, products } from '#console/strings/products.ts'
import { CatalogueTabs } from '../catalogue/catalogue-tabs.tsx'
import { useProductFilters } from './product-filters.ts'
import { PRODUCT_STATUSES, type ProductStatus, ProductStatusBadge } from './product-status.tsx'
import { useProductActions } from './use-product-actions.ts'

const productsRoute = getRouteApi('/shell/products')

interface ProductRow {
  id: string
  title: string
  handle?: string | null | undefined
  thumbnail?: string | null | undefined
  status: ProductStatus
  created_at: Date
  collection?: { title: string } | null | undefined
  variants?: { inventory_quantity: number; manage_inventory: boolean }[] | undefined
}

export function ProductList() {
  const words = products.useWords()
  const names = navigation.useWords()
  const list = useList(productsRoute.useSearch())
  const own = useListFields('product', list)
  const status = PRODUCT_STATUSES.find((name) => name === list.text('status'))
  const shown = useRowList(
    list,
    trpc.admin.products.list.infiniteQueryOptions(
      {
        ...list.input,
        ...own.input,
        limit: 100,
        expand: 'collection,variants',
        ...(status ? { status: [status] } : {}),
        collection_id: list.texts('collection'),
        category_id: list.texts('category'),
        include_category_children: true,
        type_id: list.texts('type'),
        sales_channel_id: list.texts('channel'),
        created_at: list.dates('created_at'),
      },
      cursorPages,
    ),
    (page) => page.products,
  )
  const columns = useMemo(() => [...columnsOf(words), ...own.columns], [words, own.columns])
  const filters = useProductFilters()
  const actions = useProductActions()
  return (
    <Page title={names.products} actions={<PageButton to="/products/new">{words.newProduct}</PageButton>}>
      <CatalogueTabs />
      <ListScreen
        name="products"
        {...shown}
        columns={columns}
        nameOf={({ title }) => title}
        page="/products/$id"
        searchHint={words.searchHint}
        filters={[...filters, ...own.filters]}
        actions={actions}
        empty={{
          title: names.products,
          hint: words.emptyHint,
          action: <PageButton to="/products/new">{words.newProduct}</PageButton>,
        }}
      />
    </Page>
  )
}

type Words = Translation<typeof en>

const columnsOf = (words: Words): Column<ProductRow>[] => [
  {
    key: 'title',
    title: words.product,
    sort: 'title',
    width: 'minmax(0, 2fr)',
    cell: ({ id, title, thumbnail }) => (
      <Group gap="sm" wrap="nowrap">
        <Thumbnail url={thumbnail} />
        <RowLink to="/products/$id" params={{ id }}>
          {title}
        </RowLink>
      </Group>
    ),
  },
  {
    key: 'status',
    title: words.status,
    width: '8.5rem',
    cell: ({ status }) => <ProductStatusBadge status={status} />,
  },
  { key: 'collection', title: words.collection, cell: ({ collection }) => collection?.title ?? '–', isWideOnly: true },
  {
    key: 'stock',
    title: words.stock,
    cell: ({ variants }) => <StockText variants={variants ?? []} words={words} />,
    isWideOnly: true,
  },
  createdColumn(words.added, { sort: 'created_at' }),
  { key: 'handle', title: words.handle, sort: 'handle', cell: ({ handle }) => handle ?? '–', isOptional: true },
]

interface StockTextProps {
  variants: { inventory_quantity: number; manage_inventory: boolean }[]
  words: Words
}

function StockText({ variants, words }: StockTextProps) {
  const counted = variants.filter((variant) => variant.manage_inventory)
  const stock = counted.reduce((sum, { inventory_quantity }) => sum + inventory_quantity, 0)
  const text = counted.length === 0 ? words.notManaged : stock > 0 ? words.inStock(stock) : words.outOfStock
  return (
    <>
      <Text size="sm" {...(counted.length > 0 && stock <= 0 ? { c: 'var(--danger)' } : {})}>
        {text}
      </Text>
      <Text size="xs" c="dimmed">
        {words.variantCount(variants.length)}
      </Text>
    </>
  )
}
