import { z } from 'zod'
import { rest } from '../../context/meta.ts'
import { customerList } from '../../procedures/row-list.ts'
import { router } from '../../procedures/trpc.ts'
import { BalanceEntryResource, BalanceResource, fillOwnBalances } from '../../resources/balance.ts'

export const balances = router({
  listBalances: customerList('balances', { resource: BalanceResource, fill: fillOwnBalances })
    .meta(rest('GET', '/customers/me/balances', 'List the balances of the current customer'))
    .query(({ ctx: { customer_id } }) => [{ customer_id }]),

  listBalanceEntries: customerList('entries', BalanceEntryResource, { id: z.string() })
    .meta(rest('GET', '/customers/me/balances/{id}/entries', 'List the entries of a balance of the current customer'))
    .query(({ ctx: { customer_id }, input: { id } }) => [{ account_id: id, account: { customer_id } }]),
})
