import { useQuery } from '@tanstack/react-query'
import { trpc } from './api.ts'

/** The name of the shop, for the sidebar and the title of the window. */
export const useStoreName = (): string => useStore()?.name || 'Cartwright'

/** The name and the logo of the shop. */
export function useStoreBrand(): { name: string; logoKey: string | null } {
  const store = useStore()
  return { name: store?.name || 'Cartwright', logoKey: store?.logo_key ?? null }
}

const useStore = () => useQuery(trpc.admin.store.get.queryOptions()).data?.store
