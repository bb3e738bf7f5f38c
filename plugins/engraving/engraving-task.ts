import { defineEntity, p } from '@mikro-orm/postgresql'
import { id, LineItem, NotAllowed, now, Order, personal, timestamps } from 'cartwright'

const EngravingTaskSchema = defineEntity({
  name: 'EngravingTask',
  tableName: 'engraving_task',
  properties: {
    id: id('engr'),
    ...timestamps(),
    order_id: p.text(),
    line_item_id: p.text(),
    text: personal(p.text()),
    done_at: p.datetime(3).nullable(),
    order: () => p.manyToOne(Order).joinColumn('order_id').persist(false).nullable(),
    line_item: () => p.manyToOne(LineItem).joinColumn('line_item_id').persist(false).nullable(),
  },
})

/** The workshop engraves all units of an order line with one text. */
export class EngravingTask extends EngravingTaskSchema.class {
  complete(): void {
    if (this.done_at) throw new NotAllowed('The engraving is already done')
    this.done_at = now()
  }
}
EngravingTaskSchema.setClass(EngravingTask)
