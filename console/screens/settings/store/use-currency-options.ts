import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'

/** All currencies, as options of a select. */
export function useCurrencyOptions(): { value: string; label: string }[] {
  const { data } = useQuery(trpc.admin.currencies.list.queryOptions({ limit: 200 }))
  return data?.currencies.map(({ code, name }) => ({ value: code, label: `${code.toUpperCase()} – ${name}` })) ?? []
}
