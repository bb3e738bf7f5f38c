import { setTimeout as pause } from 'node:timers/promises'
import { checkout } from '../../../bench/checkout.ts'
import { runWithClients } from '../../../bench/clients.ts'
import type { BenchShop } from '../../../bench/shop.ts'
import { createRetryingSend, PermanentError, type ResponseLog } from './retrying-client.ts'

export interface RetryingCheckouts {
  url: string | (() => string)
  shop: BenchShop
  clients: number
  isWanted: (begun: number) => boolean
  /** Number of checkouts that begin as soon as possible. The later ones do not take the processor from a fault that lasts. Default: all. */
  hurried?: number
  answers: ResponseLog
  sendsKeys?: boolean
}

/** Milliseconds before each later task of a client. */
export const UNHURRIED = 200

/**
 * Runs checkouts of concurrent clients until each client has an order. Returns the order ids by e-mail. A client
 * without keys can lose the last changes of its cart: it then orders the remaining lines, or starts again.
 */
export async function checkOutWithRetries({
  url,
  shop,
  clients,
  isWanted,
  hurried = Number.POSITIVE_INFINITY,
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
    if (i >= hurried) await pause(UNHURRIED)
    const { email, id } = await orderOf(i)
    orders.set(email as string, id as string)
  })
  return orders
}
