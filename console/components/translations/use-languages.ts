import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'

/** The languages of the texts of the shop, the default first. Empty while they load, and in a shop with one language. */
export function useShopLanguages(): readonly string[] {
  const may = useMay()
  const { data } = useQuery({ ...trpc.admin.store.get.queryOptions(), enabled: may('store.get') })
  const languages = data?.store.languages ?? []
  return languages.length > 1 ? languages : []
}
