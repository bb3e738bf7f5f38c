import { checkout } from '../checkout.ts'
import { byClients } from '../clients.ts'
import type { BenchShop } from '../shop.ts'
import { type Answers, Refused, stubborn } from './stubborn.ts'

export interface Stubborn {
  url: string
  shop: BenchShop
  clients: number
  /** Whether one more is to be begun, after so many. */
  isWanted: (begun: number) => boolean
  answers: Answers
}

/** Has clients check out, each until it has its order; answers the orders by the e-mails of who has them. */
export async function checkOutStubbornly({
  url,
  shop,
  clients,
  isWanted,
  answers,
}: Stubborn): Promise<Map<string, string>> {
  const orders = new Map<string, string>()
  await byClients(clients, isWanted, async (i) => {
    const { email, id } = await checkout(stubborn(url, answers), shop, i)
    orders.set(email as string, id as string)
  })
  return orders
}

/**
 * The same by clients that send no idempotency keys, and so may lose the last changes of their carts. What they do to a cart
 * then is refused, or they order what is left; one that is refused begins anew.
 */
export async function checkOutWithoutKeys({
  url,
  shop,
  clients,
  isWanted,
  answers,
}: Stubborn): Promise<Map<string, string>> {
  const orders = new Map<string, string>()
  const send = stubborn(url, answers, { keys: false })
  await byClients(clients, isWanted, async (i) => {
    for (let order: Record<string, unknown> | undefined; !order; ) {
      order = await checkout(send, shop, i).catch((error) => {
        if (!(error instanceof Refused)) throw error
        return undefined
      })
      if (order) orders.set(order.email as string, order.id as string)
    }
  })
  return orders
}
