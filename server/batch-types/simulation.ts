import { defineBatchType } from '#entities/platform/batch-job/batch-type.ts'
import { simulate } from '#entities/statistics/simulation/simulate.ts'
import { promotionOf, simulationInput } from '#routers/admin/discounts/simulated-inputs.ts'

/** Progress is stored once for this number of purchases. */
const STEP = 200

/** Plays a promotion with all purchases of the last days. The job changes nothing. */
export const simulation = defineBatchType({
  kind: 'export',
  procedures: ['discounts.simulated', 'orders.list', 'customers.list'],
  proceduresOf: ({ price_list_id }) => (price_list_id === undefined ? [] : ['priceLists.list']),
  context: simulationInput,

  async check(em, input) {
    await promotionOf(em, input)
  },

  preProcess: async () => ({ result: {} }),

  async process({ em, context, advance }) {
    // The stored JSON has no dates.
    const { days, ...input } = simulationInput.parse(context)
    const result = await simulate(em, await promotionOf(em, input), {
      days,
      async advance(examined, whole) {
        if (examined % STEP > 0) return
        await advance({ count: whole, advancement_count: examined, progress: examined / whole })
      },
    })
    const { examined } = result
    return { count: examined, advancement_count: examined, findings: { ...result } }
  },
})
