import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'

interface RowNames {
  /** The name of a variant or a line item by its ID. */
  nameOf(id: string): string | undefined
  /** The currency of a price by its ID. Default: the currency of the order. */
  currencyOf(id: string): string | undefined
}

const idWith = (ids: readonly string[], prefix: string) => ids.find((id) => id.startsWith(prefix)) ?? ''

/** Reads the names of the rows that an action has changed. Deleted rows have none. */
export function useRowNames(ids: readonly string[]): RowNames {
  const [orderId, productId] = [idWith(ids, 'order_'), idWith(ids, 'prod_')]
  const order = useQuery(
    trpc.admin.orders.list.queryOptions(
      { id: [orderId], expand: 'items', fields: 'id,currency_code,items.title,items.quantity', limit: 1 },
      { enabled: orderId !== '' },
    ),
  ).data?.orders[0]
  const product = useQuery(
    trpc.admin.products.list.queryOptions(
      { id: [productId], expand: 'variants.prices', fields: 'id,title', limit: 1 },
      { enabled: productId !== '' },
    ),
  ).data?.products[0]
  const rows = [...(order?.items ?? []), ...(product?.variants ?? [])]
  const prices = product?.variants?.flatMap((variant) => variant.prices ?? []) ?? []
  return {
    nameOf: (id) => rows.find((row) => row.id === id)?.title,
    currencyOf: (id) => prices.find((price) => price.id === id)?.currency_code ?? order?.currency_code,
  }
}
