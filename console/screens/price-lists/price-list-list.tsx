import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { trpc } from '#console/app/api.ts'
import { useHadInput } from '#console/app/lazy-parts.ts'
import { descriptionColumn, endColumn } from '#console/components/list/columns.tsx'
import { choiceFilter, namedOptions } from '#console/components/list/filters.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowAction, useRowDeletion } from '#console/components/list/use-row-action.tsx'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { priceLists } from '#console/strings/price-lists.ts'
import { PriceListStatus } from './price-list-status.tsx'

const priceListsRoute = getRouteApi('/shell/price-lists')

/** Returns the filter for a value of the URL, or undefined if the value is not valid. */
function filterOf<Value extends string>(values: readonly Value[], text: string | undefined): Value[] | undefined {
  const value = values.find((one) => one === text)
  return value && [value]
}

export function PriceListList() {
  const words = priceLists.useWords()
  const names = navigation.useWords()
  const list = useList(priceListsRoute.useSearch())
  const actions = usePriceListActions()
  const { data: groups } = useQuery({
    ...trpc.admin.customerGroups.list.queryOptions({ limit: 200, expand: '' }),
    enabled: useHadInput(),
  })
  const shown = useRowList(
    list,
    trpc.admin.priceLists.list.infiniteQueryOptions(
      {
        ...list.input,
        limit: 100,
        expand: 'customer_groups',
        status: filterOf(['active', 'draft'], list.text('status')),
        type: filterOf(['sale', 'override'], list.text('type')),
        customer_groups: list.texts('groups'),
      },
      cursorPages,
    ),
    (page) => page.price_lists,
  )
  const addButton = <PageButton to="/price-lists/new">{words.newList}</PageButton>
  return (
    <Page title={names.priceLists} actions={addButton}>
      <ListScreen
        name="price-lists"
        {...shown}
        nameOf={({ name }) => name}
        page="/price-lists/$id"
        searchHint={words.searchHint}
        filters={[
          choiceFilter('status', words.status, [
            { value: 'active', label: words.active },
            { value: 'draft', label: words.draft },
          ]),
          choiceFilter('type', words.type, [
            { value: 'sale', label: words.sale },
            { value: 'override', label: words.override },
          ]),
          choiceFilter('groups', words.groups, namedOptions(groups?.customer_groups)),
        ]}
        actions={actions}
        empty={{ title: names.priceLists, hint: words.empty, action: addButton }}
        columns={[
          {
            key: 'name',
            title: words.name,
            sort: 'name',
            isLink: true,
            cell: ({ name }) => name,
          },
          descriptionColumn(words.description, ({ description }: Row) => description),
          {
            key: 'groups',
            title: words.groups,
            isWideOnly: true,
            cell: ({ customer_groups = [] }) => customer_groups.map(({ name }) => name).join(', ') || words.everyone,
          },
          { key: 'type', title: words.type, width: '8rem', isWideOnly: true, cell: ({ type }) => words[type] },
          endColumn(words.endsAt, words.always),
          {
            key: 'status',
            title: words.status,
            width: '8rem',
            cell: (priceList) => <PriceListStatus list={priceList} />,
          },
        ]}
      />
    </Page>
  )
}

interface Row {
  id: string
  name: string
  description: string
  status: 'active' | 'draft'
}

/** The actions for selected price lists. Each of them shows its changes first. */
function usePriceListActions() {
  const words = priceLists.useWords()
  const { update, delete: remove } = trpc.admin.priceLists
  const row = { nameOf: ({ name }: Row) => name, currencyOf: () => undefined }
  const activate = useRowAction({
    ...row,
    name: words.activate,
    question: { title: words.activateTitle, text: words.activateText },
    procedure: update,
    inputOf: (id) => ({ id, status: 'active' as const }),
    undoOf: ({ id, status }) => ({ id, status }),
  })
  const deactivate = useRowAction({
    ...row,
    name: words.deactivate,
    question: { title: words.deactivateTitle, text: words.deactivateText },
    procedure: update,
    inputOf: (id) => ({ id, status: 'draft' as const }),
    undoOf: ({ id, status }) => ({ id, status }),
  })
  const deletion = useRowDeletion({
    ...row,
    question: { title: words.deleteTitle, text: words.deleteText },
    procedure: remove,
    resource: 'price_list',
  })
  return [activate, deactivate, deletion]
}
