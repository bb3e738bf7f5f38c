import { experimental_standaloneMiddleware } from '@trpc/server'
import type { z } from 'zod'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import { reloadAndSyncPayment, repriceAndSyncPayment } from '#entities/cart/pricing/reprice-and-sync-payment.ts'
import type { ProcedureContext } from '../../context/context.ts'
import { resolverOutput } from '../../procedures/resolver-output.ts'
import { changesOf } from '../../procedures/row-mutation.ts'
import { cartProcedure } from '../../procedures/trpc.ts'
import { responseSchema } from '../../reading/resource.ts'
import type { SelectionInput } from '../../reading/selection.ts'
import { CartResource } from '../../resources/cart.ts'
import { showCart } from '../../resources/show-cart.ts'

export const CartResponse = responseSchema({ cart: CartResource })

/**
 * Creates a base procedure for changes of an open cart, which prices the cart, updates its payment sessions and
 * returns the cart. The resolver returns a cart snapshot with all changes, or only the cart ID, so that the base
 * procedure reads the cart again. The resolver gets the input without `expand` and `fields`.
 */
export const cartMutation = <Input extends z.ZodType<object>>(input: Input) =>
  cartProcedure.input(changesOf(input)).output(cartOutput).use(answerCart)

const cartOutput = resolverOutput<CartSnapshot | string, z.output<typeof CartResponse>>(CartResponse)

const answerCart = experimental_standaloneMiddleware<{ ctx: ProcedureContext; input: object }>().create(
  async ({ ctx: { em, providers }, input, next }) => {
    const { expand, fields, ...changes }: SelectionInput = input
    const result = await next({ input: changes })
    if (!result.ok) return result
    const cart = result.data as CartSnapshot | string
    const synced =
      typeof cart === 'string'
        ? await reloadAndSyncPayment(em, providers.payment, cart)
        : await repriceAndSyncPayment(em, providers.payment, cart)
    return { ...result, data: { cart: showCart(synced) } }
  },
)
