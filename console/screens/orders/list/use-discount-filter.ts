import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'

/** The discount by which a link has filtered the orders, as the choice of a filter. */
export function useDiscountFilter(ids: readonly string[] | undefined): { value: string; label: string }[] {
  const id = ids?.[0]
  const { data } = useQuery(
    trpc.admin.discounts.get.queryOptions(
      { id: id ?? '', expand: '', fields: 'id,code' },
      { enabled: id !== undefined },
    ),
  )
  return id === undefined ? [] : [{ value: id, label: data?.discount.code ?? id }]
}
