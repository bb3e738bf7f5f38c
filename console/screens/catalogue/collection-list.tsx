import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { createdColumn } from '#console/components/list/columns.tsx'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { useListFields } from '#console/components/plugin-fields/use-list-fields.tsx'
import { catalogue } from '#console/strings/catalogue.ts'
import { CatalogueTabs } from './catalogue-tabs.tsx'

const collectionsRoute = getRouteApi('/shell/products/collections')

export function CollectionList() {
  const words = catalogue.useWords()
  const list = useList(collectionsRoute.useSearch())
  const own = useListFields('product_collection', list)
  const shown = useRowList(
    list,
    trpc.admin.collections.list.infiniteQueryOptions(
      { ...list.input, ...own.input, limit: 100, created_at: list.dates('created_at') },
      cursorPages,
    ),
    (page) => page.collections,
  )
  const newCollection = <PageButton to="/products/collections/new">{words.newCollection}</PageButton>
  return (
    <Page title={words.collectionsTab} actions={newCollection}>
      <CatalogueTabs />
      <ListScreen
        name="collections"
        {...shown}
        columns={[
          {
            key: 'title',
            title: words.title,
            sort: 'title',
            isLink: true,
            cell: ({ title }) => title,
          },
          { key: 'handle', title: words.handle, sort: 'handle', cell: ({ handle }) => handle, isWideOnly: true },
          createdColumn(words.added, { sort: 'created_at', width: '11rem' }),
          ...own.columns,
        ]}
        nameOf={({ title }) => title}
        page="/products/collections/$id"
        searchHint={words.collectionSearch}
        filters={[{ kind: 'dates', name: 'created_at', label: words.added }, ...own.filters]}
        empty={{ title: words.collectionsTab, hint: words.collectionsEmpty, action: newCollection }}
      />
    </Page>
  )
}
