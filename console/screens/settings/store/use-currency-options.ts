import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'

interface Currency {
  code: string
  name: string
}

/** All currencies, as options of a select. Until they are loaded, the options are the known ones. */
export function useCurrencyOptions(known: readonly Currency[] = []): { value: string; label: string }[] {
  const { data } = useQuery(trpc.admin.currencies.list.queryOptions({ limit: 200 }))
  const currencies: readonly Currency[] = data?.currencies ?? known
  return currencies.map(({ code, name }) => ({ value: code, label: `${code.toUpperCase()} – ${name}` }))
}
