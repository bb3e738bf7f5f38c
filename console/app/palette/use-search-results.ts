import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus, IconReceipt, IconTag, IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Area } from '#console/app/area.ts'
import { formatMoney } from '#console/components/money.tsx'
import { navigation } from '#console/strings/navigation.ts'
import { palette } from '#console/strings/palette.ts'
import { trpc } from '../api.ts'
import { navigationGroups } from '../areas.ts'
import { useMay } from '../permissions.ts'
import { useMayOpen } from '../use-may-open.ts'
import { paletteActions } from './palette-actions.ts'

export interface SearchResult {
  path: string
  name: string
  detail: string
  icon: Area['icon']
}

export interface ResultGroup {
  name: string
  results: SearchResult[]
}

const LIMIT = 5

/** Returns the screens and actions whose names contain the query, and the rows that match a search in the shop. */
export function useSearchResults(query: string): { groups: ResultGroup[]; isSearching: boolean } {
  const words = palette.useWords()
  const names = navigation.useWords()
  const mayOpen = useMayOpen()
  const may = useMay()
  const rows = useRows(query)
  const includesQuery = ({ name }: SearchResult) => name.toLocaleLowerCase().includes(query.trim().toLocaleLowerCase())
  const screens = navigationGroups
    .flat()
    .filter(({ path }) => mayOpen(path))
    .map(({ name, path, icon }) => ({ path: path ?? '/', name: names[name], detail: '', icon }))
  const actions = paletteActions
    .filter(({ needs }) => may(needs))
    .map(({ path, word }) => ({ path, name: words[word], detail: '', icon: IconPlus }))
  const groups = [
    { name: words.screens, results: screens.filter(includesQuery) },
    { name: words.actions, results: actions.filter(includesQuery) },
    { name: names.orders, results: rows.orders },
    { name: words.pastOrders, results: rows.pastOrders },
    { name: names.products, results: rows.products },
    { name: names.customers, results: rows.customers },
  ]
  return { groups: groups.filter(({ results }) => results.length > 0), isSearching: rows.isSearching }
}

function useRows(query: string) {
  const [q] = useDebouncedValue(query.trim(), 120)
  const search = { enabled: q.length > 0, placeholderData: keepPreviousData }
  const orders = useQuery(
    trpc.admin.orders.list.queryOptions(
      { q, limit: LIMIT, expand: '', fields: 'id,display_id,email,currency_code,total' },
      search,
    ),
  )
  const products = useQuery(
    trpc.admin.products.list.queryOptions({ q, limit: LIMIT, expand: '', fields: 'id,title,handle' }, search),
  )
  const customers = useQuery(
    trpc.admin.customers.list.queryOptions(
      { q, limit: LIMIT, expand: '', fields: 'id,email,first_name,last_name' },
      search,
    ),
  )
  const past = useQuery(
    trpc.admin.orders.listPast.queryOptions({ q, limit: LIMIT, fields: 'id,number,email,currency_code,total' }, search),
  )
  const isAsked = q.length > 0
  return {
    isSearching: isAsked && (orders.isFetching || products.isFetching || customers.isFetching),
    orders: (isAsked ? (orders.data?.orders ?? []) : []).map((order) => ({
      path: `/orders/${order.id}`,
      name: `#${order.display_id}`,
      detail: [order.email, formatMoney(order.total ?? 0, order.currency_code)].join(' · '),
      icon: IconReceipt,
    })),
    pastOrders: (isAsked ? (past.data?.past_orders ?? []) : []).map((order) => ({
      path: `/orders/past/${order.id}`,
      name: order.number,
      detail: [order.email, formatMoney(order.total, order.currency_code)].filter(Boolean).join(' · '),
      icon: IconReceipt,
    })),
    products: (isAsked ? (products.data?.products ?? []) : []).map((product) => ({
      path: `/products/${product.id}`,
      name: product.title,
      detail: product.handle ?? '',
      icon: IconTag,
    })),
    customers: (isAsked ? (customers.data?.customers ?? []) : []).map((customer) => ({
      path: `/customers/${customer.id}`,
      name: [customer.first_name, customer.last_name].filter(Boolean).join(' ') || customer.email,
      detail: customer.email,
      icon: IconUser,
    })),
  }
}
