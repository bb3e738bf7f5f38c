import { useQuery } from '@tanstack/react-query'
import type { RouterInputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'

export type TaggedResource = RouterInputs['admin']['tags']['list']['resource']

export const changeTagsOf = {
  order: trpc.admin.orders.changeTags,
  draft_order: trpc.admin.draftOrders.changeTags,
  customer: trpc.admin.customers.changeTags,
} as const

/** The tags that rows have. */
export function useKnownTags(resource: TaggedResource): string[] | undefined {
  const may = useMay()
  const { data } = useQuery({ ...trpc.admin.tags.list.queryOptions({ resource }), enabled: may('tags.list') })
  return data?.tags
}
