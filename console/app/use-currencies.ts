import { useQuery } from '@tanstack/react-query'
import { trpc } from './api.ts'

/** The currencies of the shop, such as `['eur', 'usd']`. The default currency is the first. Empty while they load. */
export function useCurrencies(): string[] {
  const { data } = useQuery(trpc.admin.store.get.queryOptions())
  if (!data) return []
  const { default_currency_code, currencies } = data.store
  const others = currencies?.map(({ code }) => code).filter((code) => code !== default_currency_code) ?? []
  return [default_currency_code, ...others]
}
