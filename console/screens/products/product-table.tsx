import { Group, Loader, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { trpc } from '#console/app/api.ts'
import { isRestricted } from '#console/app/list-search.ts'
import { RowPreviews } from '#console/components/action/row-previews.tsx'
import { ProcedureForm } from '#console/components/form/procedure-form.tsx'
import { SaveButtons } from '#console/components/form/save-buttons.tsx'
import { EditGrid } from '#console/components/grid/edit-grid.tsx'
import { ColumnChooser } from '#console/components/list/column-chooser.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useListColumns } from '#console/components/list/use-list-columns.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { Section } from '#console/components/section.tsx'
import { EmptyState, ErrorPage, isLost, LoadingPage } from '#console/components/states.tsx'
import { common } from '#console/strings/common.ts'
import { navigation } from '#console/strings/navigation.ts'
import { products } from '#console/strings/products.ts'
import { FirstProductButtons } from './first-product-buttons.tsx'
import { productListInput } from './product-list-input.ts'
import { useStatusOptions } from './product-status.tsx'
import { tableColumns } from './table-columns.tsx'
import type { TableProduct } from './table-rows.ts'
import { type ProductCurrencies, useProductCurrencies } from './use-product-currencies.ts'
import { useProductTable } from './use-product-table.ts'

const tableRoute = getRouteApi('/shell/products/table')
const FORM = 'products-table'
/** More lines would make the page slow. */
const MOST = 1000

/** Many products in one table, to change them as in a spreadsheet. */
export function ProductTable() {
  const list = useList(tableRoute.useSearch())
  const input = { ...productListInput(list), id: list.texts('ids'), limit: 100, expand: 'variants.prices' }
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    trpc.admin.products.list.infiniteQueryOptions(input, cursorPages),
  )
  const listed = useMemo(() => data?.pages.flatMap((page) => page.products) ?? [], [data])
  const currencies = useProductCurrencies(listed.flatMap(({ variants }) => variants ?? []))
  const hasMore = hasNextPage && listed.length < MOST
  useEffect(() => {
    if (hasMore && !isFetchingNextPage) void fetchNextPage()
  }, [hasMore, isFetchingNextPage, fetchNextPage])
  if (isLost(error, data)) return <ErrorPage error={error} />
  if (!data || !currencies || hasMore) return <LoadingPage />
  if (listed.length === 0) return <NoProducts isRestricted={isRestricted(list.search)} />
  return <Table listed={listed} currencies={currencies} isCut={hasNextPage} />
}

function NoProducts({ isRestricted }: { isRestricted: boolean }) {
  const words = products.useWords()
  const names = navigation.useWords()
  const { emptySearch } = common.useWords()
  return (
    <Page title={words.table} back={{ to: '/products', text: names.products }}>
      <Section title={words.productCount(0)} isFlush>
        {isRestricted ? (
          <EmptyState
            title={emptySearch}
            action={<PageButton to="/products/table">{words.editAllInTable}</PageButton>}
          />
        ) : (
          <EmptyState title={words.noProducts} hint={words.emptyHint} action={<FirstProductButtons />} />
        )}
      </Section>
    </Page>
  )
}

interface TableProps {
  listed: readonly TableProduct[]
  currencies: ProductCurrencies
  /** Whether more products match than the table shows. */
  isCut: boolean
}

function Table({ listed, currencies, isCut }: TableProps) {
  const words = products.useWords()
  const names = navigation.useWords()
  const statuses = useStatusOptions()
  const form = useProductTable(listed, currencies.ofCosts)
  const { getValues } = form.fields
  const key = JSON.stringify(currencies)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content of the lists decides
  const columns = useMemo(
    () => tableColumns({ words, currencies, statuses, valuesOf: (id) => getValues().rows[id] }),
    [words, key, getValues],
  )
  const choosable = useMemo(
    () => columns.map(({ key, title, isOptional = false }) => ({ key, title, isOptional, cell: () => null })),
    [columns],
  )
  const choice = useListColumns('products_table', choosable)
  const shown = useMemo(
    () => choice.shown.flatMap(({ key }) => columns.find((column) => column.key === key) ?? []),
    [choice.shown, columns],
  )
  const previewed = form.edited.map(({ rows, change }) => ({
    id: change.id,
    name: rows[0]?.product.title ?? '',
    input: change,
  }))
  return (
    <Page
      title={words.table}
      back={{ to: '/products', text: names.products }}
      subtitle={isCut ? words.tableCut(MOST) : words.tableHint}
      isSticky
      actions={
        <>
          <ColumnChooser columns={choosable} choice={choice} />
          <SaveButtons id={FORM} form={form} />
        </>
      }
    >
      <ProcedureForm form={form} id={FORM}>
        <Section title={words.productCount(listed.length)} isFlush>
          <EditGrid label={words.table} rows={form.rows} columns={shown} form={form.fields} />
        </Section>
        {form.isSaving && (
          <Group>
            <Loader size="sm" />
            <Text size="sm">{words.savingProducts}</Text>
          </Group>
        )}
        {previewed.length > 0 && (
          <Stack>
            <RowPreviews procedure={trpc.admin.products.update} rows={previewed} isRunning={form.isSaving} />
          </Stack>
        )}
      </ProcedureForm>
    </Page>
  )
}
