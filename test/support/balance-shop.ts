import { expect } from 'vitest'
import { balancePlugin } from './balance-plugin.ts'
import { useConsistentShop } from './consistent-shop.ts'
import { expectOrder, expectSuccess } from './factories.ts'
import type { Identified } from './resources.ts'
import type { Caller, TestShopOptions } from './shop.ts'

type Customer = Caller & { id: string; email: string }
type Chosen = readonly { kind: string; max_amount?: number }[]

/** Opens a consistent shop with three kinds of balances. A cart costs 1800, with 300 of taxes. */
export async function useBalanceShop(options: TestShopOptions = {}) {
  const used = await useConsistentShop({ ...options, plugins: [balancePlugin, ...(options.plugins ?? [])] })
  const { shop, region, option } = used

  const adjust = (customer: Identified, kind: string, amount: number) =>
    shop.admin.post('/admin/balances', {
      customer_id: customer.id,
      kind,
      amount,
      note: 'Late delivery',
      ...(kind === 'points' ? {} : { currency_code: region.currency_code }),
    })

  return {
    ...used,
    adjust,
    grant: (customer: Identified, kind: string, amount: number) => expectSuccess(adjust(customer, kind, amount)),
    /** Creates a customer with these balances. */
    async givenCustomer(balances: Readonly<Record<string, number>> = {}): Promise<Customer> {
      const customer = await shop.given.customer()
      for (const [kind, amount] of Object.entries(balances)) await expectSuccess(adjust(customer, kind, amount))
      return customer
    },
    balancesOf: async (customer: Caller): Promise<Record<string, number>> => {
      const { balances } = await expectSuccess(customer.get('/store/customers/me/balances'))
      return Object.fromEntries(balances.map(({ kind, balance }) => [kind, balance]))
    },
    entriesOf: async ({ id }: Identified) => {
      const { balances } = await expectSuccess(shop.admin.get(`/admin/balances?customer_id=${id}`))
      const lists = balances.map(async (balance) => {
        const { entries } = await expectSuccess(
          shop.admin.get(`/admin/balances/${balance.id}/entries?order=created_at`),
        )
        return entries.map(({ reason, amount }) => [balance.kind, reason, amount])
      })
      return (await Promise.all(lists)).flat()
    },
    givenCart: (customer: Customer) => shop.given.payableCart({ region, option, by: customer, email: customer.email }),
    choose: (customer: Caller, { id }: Identified, tenders: Chosen) =>
      customer.post(`/store/carts/${id}/tenders`, { tenders }),
    complete: (customer: Caller, { id }: Identified) => customer.post(`/store/carts/${id}/complete`),
    /** Places an order of 1800 that these tenders pay. */
    async placePaidOrder(customer: Customer, tenders: Chosen) {
      const cart = await shop.given.payableCart({ region, option, by: customer, email: customer.email })
      await expectSuccess(customer.post(`/store/carts/${cart.id}/tenders`, { tenders }))
      return expectOrder(customer.post(`/store/carts/${cart.id}/complete`))
    },
    expectRequiresMore: async (reply: ReturnType<Caller['post']>) =>
      expect((await reply).body).toMatchObject({ type: 'cart', payment_status: 'requires_more' }),
  }
}
