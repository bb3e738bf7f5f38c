import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'

/** The cart of an exchange that is not confirmed, and what the customer pays or gets back before its shipping, in minor units. */
export function useExchangeDifference(cartId: string | null) {
  const { data, error } = useQuery(
    trpc.store.carts.get.queryOptions({ id: cartId ?? '' }, { staleTime: 0, enabled: cartId !== null }),
  )
  const cart = data?.cart
  const shipping = cart?.shipping_methods?.reduce((sum, { total = 0 }) => sum + total, 0) ?? 0
  return { cart, error, difference: cart && (cart.total ?? 0) - shipping }
}
