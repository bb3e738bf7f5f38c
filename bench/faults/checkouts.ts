import { checkout } from '../checkout.ts'
import type { BenchShop } from '../shop.ts'
import { type Answers, stubborn } from './stubborn.ts'

export interface Stubborn {
  url: string
  shop: BenchShop
  clients: number
  checkouts: number
  answers: Answers
}

/** Has clients check out, each until it has its order; answers the orders by the e-mails of who has them. */
export async function checkOutStubbornly({ url, shop, clients, checkouts, answers }: Stubborn) {
  const orders = new Map<string, string>()
  let next = 0
  const client = async () => {
    while (next < checkouts) {
      const { email, id } = await checkout(stubborn(url, answers), shop, next++)
      orders.set(email as string, id as string)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return orders
}
