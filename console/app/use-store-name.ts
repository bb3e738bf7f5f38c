import { useQuery } from '@tanstack/react-query'
import { trpc } from './api.ts'

/** The name of the shop, for the sidebar and the title of the window. */
export function useStoreName(): string {
  const { data } = useQuery(trpc.admin.store.get.queryOptions())
  return data?.store.name || 'Cartwright'
}
