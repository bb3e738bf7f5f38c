import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '#entities/cart/line-item.ts'
import { InvalidData } from '#entities/errors.ts'
import { returnablePieces } from '#entities/order/returnable-pieces.ts'
import { readRows } from '../../schemas/list.ts'
import { LineItemResource, type LineItemView } from '../../schemas/resources/line-item.ts'

/* `returnable_items` is a relation in name only: which lines they are is worked out, for one order at a time. */

const NAME = 'returnable_items'

interface Wanted {
  expand?: string | undefined
  fields?: string | undefined
}

export const asksForReturnableItems = ({ expand }: Wanted): boolean => named(expand).includes(NAME)

/** What is asked for besides. */
export function besidesReturnableItems({ expand, fields }: Wanted): Wanted {
  const others = named(expand).filter((name) => name !== NAME)
  return asksForReturnableItems({ expand }) ? { expand: others.join(','), fields } : { expand, fields }
}

/** @throws InvalidData where they are asked for. */
export function refuseReturnableItems({ expand, fields }: Wanted): void {
  if (!named(expand).includes(NAME) && !named(fields).includes(NAME)) return
  throw new InvalidData(`The field "${NAME}" is not supported by this end point. `)
}

/** The lines of an order of which pieces can still come back, whole: what a piece cost is told by all of them. */
export async function returnableItems(em: EntityManager, order_id: string): Promise<LineItemView[]> {
  const pieces = await returnablePieces(em, order_id)
  const returnable = Array.from(pieces).filter(([, quantity]) => quantity > 0)
  const lines = await readRows(
    em,
    returnable.map(([id]) => id),
    {
      entity: LineItem,
      resource: LineItemResource,
      withDeleted: true,
      defaults: { relations: ['variant.product', 'adjustments', 'tax_lines'] },
    },
  )
  return lines.filter(({ is_giftcard }) => !is_giftcard)
}

const named = (list: string | undefined): string[] => list?.split(',') ?? []
