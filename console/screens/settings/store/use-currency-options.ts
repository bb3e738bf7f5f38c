import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { currentLocale } from '#console/app/language.ts'

interface Currency {
  code: string
}

/** All currencies, as options of a select. Until they are loaded, the options are the known ones. */
export function useCurrencyOptions(known: readonly Currency[] = []): { value: string; label: string }[] {
  const { data } = useQuery(trpc.admin.currencies.list.queryOptions({ limit: 200 }))
  const currencies: readonly Currency[] = data?.currencies ?? known
  const names = new Intl.DisplayNames(currentLocale(), { type: 'currency' })
  return currencies.map(({ code }) => ({ value: code, label: `${code.toUpperCase()} – ${names.of(code)}` }))
}
