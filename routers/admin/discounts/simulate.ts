import { z } from 'zod'
import { findRow } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import { batchJobNotFound, checkOwner } from '#entities/platform/batch-job/find-batch-job.ts'
import { simulate } from '#entities/statistics/simulation/simulate.ts'
import { withEmails } from '#entities/statistics/simulation/with-emails.ts'
import { rest } from '../../context/meta.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { assertMayRead } from '../../reading/reach.ts'
import { promotionOf, simulationInput } from './simulated-inputs.ts'

const Type = z.enum(['order', 'cart'])

const Sum = z.object({
  type: Type,
  currency_code: z.string(),
  purchases: z.int(),
  touched: z.int().describe('Purchases with another total.'),
  revenue_before: z.int().describe('Price of the items after discounts, without taxes and shipping.'),
  revenue_after: z.int(),
  discount_before: z.int(),
  discount_after: z.int(),
  shipping_before: z.int().describe('Without taxes.'),
  shipping_after: z.int(),
  margin_before: z.int().describe('Of the items with a known cost.'),
  margin_after: z.int(),
  units: z.int(),
  units_with_cost: z.int(),
})

const PurchaseView = z.object({
  type: Type,
  id: z.string(),
  display_id: z.int().nullable(),
  email: z.string().nullable(),
  currency_code: z.string(),
  before: z.int().describe('With taxes and shipping, before gift cards.'),
  after: z.int(),
})

const SimulationAnswer = z.object({
  orders: z.int(),
  carts: z.int(),
  examined: z.int().describe('The size of the sample, or all orders and carts.'),
  is_sampled: z.boolean().describe('Whether only an evenly spread sample of the purchases was examined.'),
  sums: z.array(Sum),
  purchases: z.array(PurchaseView).describe('The largest changes of each currency, by currency.'),
})

const StoredSimulation = SimulationAnswer.extend({ purchases: z.array(PurchaseView.omit({ email: true })) })

/** A request must end soon. A batch job examines all purchases. */
const OF_REQUEST = { maxOrders: 1000, maxCarts: 200, maxMilliseconds: 5000 }

export const simulation = router({
  simulate: adminProcedure
    .meta(rest('POST', '/simulations', 'Simulate a promotion with the orders and carts of the last days'))
    .input(simulationInput)
    .output(SimulationAnswer)
    .mutation(async ({ ctx, input: { days, ...input } }) => {
      const { em } = ctx
      assertMayRead(ctx, ['orders', 'customers', ...(input.price_list_id ? ['priceLists'] : [])])
      return withEmails(em, await simulate(em, await promotionOf(em, input), { days, ...OF_REQUEST }))
    }),

  simulated: adminProcedure
    .meta(rest('GET', '/simulations/{id}', 'Retrieve the result of a batch job of the type simulation'))
    .input(z.strictObject({ id: z.string() }))
    .output(z.object({ simulation: SimulationAnswer }))
    .query(async ({ ctx, input: { id } }) => {
      assertMayRead(ctx, ['orders', 'customers'])
      const job = await findRow(ctx.em, BatchJob, { id })
      if (!job) throw batchJobNotFound(id)
      checkOwner(job, ctx.user.id)
      const { data } = StoredSimulation.safeParse(job.result?.findings)
      if (!data) throw new NotFound(`Batch job with id ${id} has no result of a simulation`)
      return { simulation: await withEmails(ctx.em, data) }
    }),
})
