import { Box, Group, Text } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { trpc } from '#console/app/api.ts'
import type { Column } from '#console/components/list/column.ts'
import { createdColumn } from '#console/components/list/columns.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { PhoneNote } from '#console/components/list/phone-note.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useListColumns } from '#console/components/list/use-list-columns.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton, RowLink } from '#console/components/page-link.tsx'
import { useListFields } from '#console/components/plugin-fields/use-list-fields.tsx'
import { Thumbnail } from '#console/components/thumbnail.tsx'
import type { Translation } from '#console/strings/define-strings.ts'
import { navigation } from '#console/strings/navigation.ts'
import { type en, products } from '#console/strings/products.ts'
import { CatalogueTabs } from '../catalogue/catalogue-tabs.tsx'
import { FirstProductButtons } from './first-product-buttons.tsx'
import { useProductFilters } from './product-filters.ts'
import { productListInput } from './product-list-input.ts'
import { ARCHIVED, type ProductStatus, ProductStatusBadge } from './product-status.tsx'
import { useProductActions } from './use-product-actions.ts'

const productsRoute = getRouteApi('/shell/products')

interface ProductRow {
  id: string
  title: string
  handle?: string | null | undefined
  thumbnail?: string | null | undefined
  status: ProductStatus
  archived_at: Date | null
  created_at: Date
  collection?: { title: string } | null | undefined
  variants?: { inventory_quantity: number; manage_inventory: boolean }[] | undefined
}

/** The parts of a product that the list shows. */
const PRODUCT_ROW = {
  expand: 'collection,variants',
  fields:
    'id,title,handle,thumbnail,status,archived_at,created_at,collection.title,variants.inventory_quantity,variants.manage_inventory',
} as const

export function ProductList() {
  const words = products.useWords()
  const names = navigation.useWords()
  const list = useList(productsRoute.useSearch())
  const own = useListFields('product', list)
  const columns = useMemo(() => [...columnsOf(words), ...own.columns], [words, own.columns])
  const { shown: shownColumns } = useListColumns('products', columns)
  const is_archived = list.text('status') === ARCHIVED
  const shown = useRowList(
    list,
    trpc.admin.products.list.infiniteQueryOptions(
      {
        ...productListInput(list),
        ...own.input,
        ...PRODUCT_ROW,
        fields: [PRODUCT_ROW.fields, ...own.columnsOf(shownColumns)].join(),
        limit: 100,
      },
      cursorPages,
    ),
    (page) => page.products,
  )
  const filters = useProductFilters()
  const { publish, unpublish, archive, unarchive, remove } = useProductActions()
  const navigate = useNavigate()
  const edit = {
    name: words.editInTable,
    isAllowed: publish.isAllowed === true,
    async run(rows: readonly { id: string }[]) {
      await navigate({
        to: '/products/table',
        search: { ids: rows.map(({ id }) => id), ...archivedSearch(is_archived) },
      })
      return true
    },
  }
  const actions = is_archived ? [edit, unarchive, remove] : [edit, publish, unpublish, archive, remove]
  return (
    <Page
      title={names.products}
      actions={
        <>
          {edit.isAllowed && (shown.pages.isPending || shown.rows.length > 0) && (
            <PageButton to="/products/table" search={list.search} variant="default">
              {words.editAllInTable}
            </PageButton>
          )}
          <PageButton to="/products/new">{words.newProduct}</PageButton>
        </>
      }
    >
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
        empty={{ title: names.products, hint: words.emptyHint, action: <FirstProductButtons /> }}
      />
    </Page>
  )
}

const archivedSearch = (is_archived: boolean) => (is_archived ? { status: ARCHIVED } : {})

type Words = Translation<typeof en>

const columnsOf = (words: Words): Column<ProductRow>[] => [
  {
    key: 'title',
    title: words.product,
    sort: 'title',
    width: 'minmax(0, 2fr)',
    cell: ({ id, title, thumbnail, variants = [] }) => (
      <Group gap="sm" wrap="nowrap">
        <Thumbnail url={thumbnail} size={26} />
        <Box miw={0}>
          <RowLink to="/products/$id" params={{ id }}>
            {title}
          </RowLink>
          <PhoneNote of="stock">
            <StockText variants={variants} words={words} />
          </PhoneNote>
        </Box>
      </Group>
    ),
  },
  {
    key: 'status',
    title: words.status,
    width: 'clamp(7rem, 30vw, 8.5rem)',
    cell: (product) => <ProductStatusBadge product={product} />,
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
    <Text size="sm" truncate {...(counted.length > 0 && stock <= 0 ? { c: 'var(--danger)' } : {})}>
      {text}{' '}
      <Text size="xs" c="dimmed" span visibleFrom="sm">
        {words.variantCount(variants.length)}
      </Text>
    </Text>
  )
}
