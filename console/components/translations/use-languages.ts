import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { currentLocale } from '#console/app/language.ts'
import { useMay } from '#console/app/permissions.ts'

/** The languages of the texts of the shop, the default first. Empty while they load, and in a shop with one language. */
export function useShopLanguages(): readonly string[] {
  const may = useMay()
  const { data } = useQuery({ ...trpc.admin.store.get.queryOptions(), enabled: may('store.get') })
  const languages = data?.store.languages ?? []
  return languages.length > 1 ? languages : []
}

/** The languages of mails to customers as options of a select: the shown language first, if one is given. */
export function useMailLanguages(shown?: string): { value: string; label: string }[] {
  const codes = [...new Set([...(shown === undefined ? [] : [shown]), ...useShopLanguages(), 'en', 'de'])]
  const names = new Intl.DisplayNames(currentLocale(), { type: 'language' })
  return codes.map((code) => ({ value: code, label: names.of(code) ?? code }))
}
