import { checkout } from '../checkout.ts'
import { byClients } from '../clients.ts'
import type { BenchShop } from '../shop.ts'
import { type Answers, stubborn } from './stubborn.ts'

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
