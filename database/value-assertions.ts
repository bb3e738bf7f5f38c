import { EntityManager, type EventArgs, type EventSubscriber } from '@mikro-orm/postgresql'
import { assertValues, shapeOf } from './entity-shape.ts'

/** Checks the values that the unit of work of MikroORM writes. */
export class ValueAssertions implements EventSubscriber {
  beforeCreate({ em, meta, entity }: EventArgs<object>): void {
    if (em instanceof EntityManager) assertValues(shapeOf(em, meta.class), entity)
  }

  beforeUpdate({ em, meta, entity, changeSet }: EventArgs<object>): void {
    if (em instanceof EntityManager) assertValues(shapeOf(em, meta.class), entity, changeSet?.originalEntity)
  }
}
