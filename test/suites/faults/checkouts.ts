import { checkout } from '../../../bench/checkout.ts'
import { runWithClients } from '../../../bench/clients.ts'
import type { BenchShop } from '../../../bench/shop.ts'
import { createRetryingSend, PermanentError, type ResponseLog } from './retrying-client.ts'

export interface RetryingCheckouts {
  url: string | (() => string)
  shop: BenchShop
  clients: number
  isWanted: (begun: number) => boolean
  answers: ResponseLog
  sendsKeys?: boolean
}

/**
 * Runs checkouts of concurrent clients until each client has an order. Returns the order ids by e-mail. A client
 * without keys can lose the last changes of its cart: it then orders the remaining lines, or starts again.
 */
export async function checkOutWithRetries({
  url,
  shop,
  clients,
  isWanted,
  answers,
  sendsKeys = true,
}: RetryingCheckouts): Promise<Map<string, string>> {
  const orders = new Map<string, string>()
  const send = createRetryingSend(url, answers, { sendsKeys })
  const orderOf = async (i: number): Promise<Record<string, unknown>> => {
    for (;;) {
      try {
        return await checkout(send, shop, i)
      } catch (error) {
        if (sendsKeys || !(error instanceof PermanentError)) throw error
      }
    }
  }
  await runWithClients(clients, isWanted, async (i) => {
    const { email, id } = await orderOf(i)
    orders.set(email as string, id as string)
  })
  return orders
}
