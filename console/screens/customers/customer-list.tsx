import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { trpc } from '#console/app/api.ts'
import { useHadInput } from '#console/app/lazy-parts.ts'
import type { Column } from '#console/components/list/column.ts'
import { createdColumn } from '#console/components/list/columns.tsx'
import { choiceFilter, namedOptions } from '#console/components/list/filters.ts'
import { ListScreen } from '#console/components/list/list-screen.tsx'
import { cursorPages, useList } from '#console/components/list/use-list.ts'
import { useRowList } from '#console/components/list/use-row-list.ts'
import { Page } from '#console/components/page.tsx'
import { PageButton } from '#console/components/page-link.tsx'
import { useListFields } from '#console/components/plugin-fields/use-list-fields.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { toneOfSetting } from '#console/components/status-tones.ts'
import { tagsColumn, useTagFilter } from '#console/components/tags/tag-list-parts.tsx'
import { useTagAction } from '#console/components/tags/use-tag-action.tsx'
import { customers, type en } from '#console/strings/customers.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import { navigation } from '#console/strings/navigation.ts'
import { tags as tagWords } from '#console/strings/tags.ts'
import { useAddToGroup } from './add-to-group.tsx'
import { customerName } from './customer-name.ts'
import { CustomerTabs } from './customer-tabs.tsx'
import { nameAndEmailColumns } from './name-and-email-columns.tsx'
import { useNamesOfGuests } from './use-names-of-guests.ts'

const customersRoute = getRouteApi('/shell/customers')

interface CustomerRow {
  id: string
  email: string
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  has_account: boolean
  phone?: string | null | undefined
  created_at: Date
  tags?: string[] | undefined
}

export function CustomerList() {
  const words = customers.useWords()
  const names = navigation.useWords()
  const list = useList(customersRoute.useSearch())
  const own = useListFields('customer', list)
  const shown = useRowList(
    list,
    trpc.admin.customers.list.infiniteQueryOptions(
      {
        ...list.input,
        ...own.input,
        limit: 100,
        expand: '',
        has_account: list.flag('has_account'),
        groups: list.texts('groups'),
        created_at: list.dates('created_at'),
        tags: list.texts('tags'),
      },
      cursorPages,
    ),
    (page) => page.customers,
  )
  const { data: groups } = useQuery({
    ...trpc.admin.customerGroups.list.queryOptions({ limit: 200, expand: '' }),
    enabled: useHadInput(),
  })
  const { tags } = tagWords.useWords()
  const tagFilter = useTagFilter('customer', tags)
  const tagAction = useTagAction('customer')
  const columns = useMemo(
    () => [...columnsOf(words), tagsColumn<CustomerRow>(tags), ...own.columns],
    [words, tags, own.columns],
  )
  const addToGroup = useAddToGroup()
  return (
    <Page title={names.customers} actions={<PageButton to="/customers/new">{words.newCustomer}</PageButton>}>
      <CustomerTabs />
      <ListScreen
        name="customers"
        {...shown}
        rows={useNamesOfGuests(shown.rows)}
        columns={columns}
        nameOf={customerName}
        page="/customers/$id"
        searchHint={words.searchHint}
        filters={[
          { kind: 'flag', name: 'has_account', label: words.registered },
          choiceFilter('groups', words.group, namedOptions(groups?.customer_groups)),
          { kind: 'dates', name: 'created_at', label: words.since },
          tagFilter,
          ...own.filters,
        ]}
        actions={[{ name: words.addToGroup, run: (selected) => addToGroup(selected.map(({ id }) => id)) }, tagAction]}
        empty={{ title: names.customers, hint: words.emptyHint }}
      />
    </Page>
  )
}

type Words = Translation<typeof en>

const columnsOf = (words: Words): Column<CustomerRow>[] => [
  ...nameAndEmailColumns(words),
  {
    key: 'account',
    title: words.account,
    width: '8rem',
    cell: ({ has_account }) => (
      <StatusBadge tone={toneOfSetting(has_account)} text={has_account ? words.registered : words.guest} />
    ),
  },
  createdColumn(words.since, { sort: 'created_at', width: '11rem' }),
  { key: 'phone', title: words.phone, width: '10rem', cell: ({ phone }) => phone ?? '–', isOptional: true },
]
