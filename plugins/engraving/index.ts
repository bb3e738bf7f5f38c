import { definePlugin } from 'cartwright'
import { admin } from './admin.ts'
import { CreateEngravingTasks } from './create-engraving-tasks.ts'
import { chargeEngravings, fields, refuseReturns, settings } from './engraved-lines.ts'
import { EngravingTask } from './engraving-task.ts'
import { hasEngravings, planEngravings } from './jobs.ts'

/** Customers order engraved items, and the workshop works through a list. */
export const engraving = definePlugin({
  name: 'engraving',
  cartwright: '^0.1.0',
  settings,
  fields,
  entities: [EngravingTask],
  migrations: [CreateEngravingTasks],
  admin,
  prices: chargeEngravings,
  rules: { 'return.request': refuseReturns },
  jobs: [planEngravings],
  on: {
    async 'order.placed'({ payload: { id } }, { em }) {
      if (await hasEngravings(em, id)) await planEngravings.enqueue(em, { order_id: id }, { key: `engraving ${id}` })
    },
  },
})
