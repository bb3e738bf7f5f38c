import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { currentLocale } from '#console/app/language.ts'
import { useHadInput } from '#console/app/lazy-parts.ts'

/** All currencies, as options of a select. Until the first input has loaded them, the options are those of the shop. */
export function useCurrencyOptions(): { value: string; label: string }[] {
  const { data: current } = useQuery(trpc.admin.store.get.queryOptions())
  const all = useQuery({ ...trpc.admin.currencies.list.queryOptions({ limit: 200 }), enabled: useHadInput() })
  const currencies = all.data?.currencies ?? current?.store.currencies ?? []
  const names = new Intl.DisplayNames(currentLocale(), { type: 'currency' })
  return currencies.map(({ code }) => ({ value: code, label: `${code.toUpperCase()} – ${names.of(code)}` }))
}
