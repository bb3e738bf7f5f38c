import { checkout } from '../../../bench/checkout.ts'
import { runWithClients } from '../../../bench/clients.ts'
import type { BenchShop } from '../../../bench/shop.ts'
import { createRetryingSend, PermanentError, type ResponseLog } from './retrying-client.ts'

export interface RetryingCheckouts {
  url: string
  shop: BenchShop
  clients: number
  /** Whether one more is to be begun, after so many. */
  isWanted: (begun: number) => boolean
  answers: ResponseLog
  /** Whether each request has an idempotency key, by which it is done once and is not lost. Default: it has. */
  sendsKeys?: boolean
}

/**
 * Has clients check out, each until it has its order; answers the orders by the e-mails of who has them. A client without
 * keys may lose the last changes of its cart: it orders what is left, or is refused and begins anew.
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
