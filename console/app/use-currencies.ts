import { useQuery } from '@tanstack/react-query'
import { trpc } from './api.ts'

/**
 * The currencies of the shop, such as `['eur', 'usd']`. The default currency is the first. Undefined while they load.
 * Empty for a role that does not show the store.
 */
export function useLoadedCurrencies(): string[] | undefined {
  // A component that mounts asks again for a refused store, and `isPending` would be true again.
  const { data, isFetched } = useQuery(trpc.admin.store.get.queryOptions())
  if (!data) return isFetched ? [] : undefined
  const { default_currency_code, currencies } = data.store
  const others = currencies?.map(({ code }) => code).filter((code) => code !== default_currency_code) ?? []
  return [default_currency_code, ...others]
}

/** The currencies of the shop, also empty while they load. */
export const useCurrencies = (): string[] => useLoadedCurrencies() ?? []
