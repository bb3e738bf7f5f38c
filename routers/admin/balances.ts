import { z } from 'zod'
import { adjustBalance, setCreditLimit } from '#entities/promotions/balance/adjust-balance.ts'
import { shopOf } from '#entities/shop.ts'
import { MAX_AMOUNT } from '#entities/values/money.ts'
import { rest } from '../context/meta.ts'
import { emptyInput, requiredText } from '../inputs/common.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminMutation } from '../procedures/row-mutation.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { equalTo } from '../reading/conditions.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { AdminBalanceEntryResource, AdminBalanceResource, BalanceKind, fillBalances } from '../resources/balance.ts'

const view = { resource: AdminBalanceResource, fill: fillBalances }
const balanceMutation = adminMutation(rowAnswer('balance', view))

const account = { customer_id: z.string(), kind: z.string(), currency_code: z.string().nullish() }

/** Minor units of the currency, or units of the kind. */
const Units = z.int().min(-MAX_AMOUNT).max(MAX_AMOUNT)

export const balances = router({
  listKinds: adminProcedure
    .meta(rest('GET', '/balances/kinds', 'List the kinds of balances'))
    .input(emptyInput)
    .output(z.object({ kinds: z.array(BalanceKind) }))
    .query(({ ctx }) => ({ kinds: shopOf(ctx.em).tenders.map((kind) => ({ ...kind })) })),

  list: adminList('balances', view, {
    customer_id: z.string().optional(),
    kind: z.string().optional(),
    currency_code: z.string().optional(),
  })
    .meta(rest('GET', '/balances', 'List balances of customers'))
    .query(({ input: { customer_id, kind, currency_code } }) => [equalTo({ customer_id, kind, currency_code })]),

  get: adminGet(rowAnswer('balance', view), rest('GET', '/balances/{id}', 'Retrieve a balance')),

  listEntries: adminList('entries', AdminBalanceEntryResource, { id: z.string() }, { pageSize: 50 })
    .meta(rest('GET', '/balances/{id}/entries', 'List the entries of a balance'))
    .query(({ input: { id } }) => [{ account_id: id }]),

  adjust: balanceMutation(
    z.strictObject({
      ...account,
      amount: Units.refine((amount) => amount !== 0, 'must not be 0'),
      note: requiredText.max(1000),
    }),
  )
    .meta(rest('POST', '/balances', 'Grant an amount to a balance, or deduct one', { lockKey: 'customer_id' }))
    .mutation(({ ctx, input }) => adjustBalance(ctx.em, { ...input, user_id: ctx.user?.id ?? null })),

  setCreditLimit: balanceMutation(z.strictObject({ ...account, credit_limit: z.int().min(0).max(MAX_AMOUNT) }))
    .meta(rest('POST', '/balances/credit-limit', 'Set the credit limit of a balance', { lockKey: 'customer_id' }))
    .mutation(({ ctx, input }) => setCreditLimit(ctx.em, input)),
})
