import type { EntityManager } from '@mikro-orm/postgresql'
import { LineItem } from '#entities/cart/line-item.ts'
import { InvalidData } from '#entities/errors.ts'
import { linesToComeBack } from '#entities/order/returnable-pieces.ts'
import { readRows } from '../../schemas/list.ts'
import { LineItemResource, type LineItemView } from '../../schemas/resources/line-item.ts'
import type { Wanted } from '../../schemas/selection.ts'

/* `returnable_items` is a relation in name only: which lines they are is worked out, for one order at a time. */

const NAME = 'returnable_items'

/** Whether they, or anything of them, are asked for: `fields` adds them by `*`. */
export const asksForReturnableItems = ({ expand, fields }: Wanted): boolean =>
  named(expand).some(isOfThem) || named(fields).some(addsThem)

/** What is asked for besides. */
export function besidesReturnableItems({ expand, fields }: Wanted): Wanted {
  const others = named(fields).filter((name) => !addsThem(name))
  return {
    expand: named(expand).some(isOfThem)
      ? named(expand)
          .filter((name) => !isOfThem(name))
          .join(',')
      : expand,
    fields: others.length > 0 ? others.join(',') : undefined,
  }
}

/** @throws InvalidData where they are asked for. */
export function refuseReturnableItems({ expand, fields }: Wanted): void {
  if (![...named(expand), ...named(fields)].some(isOfThem)) return
  throw new InvalidData(`The field "${NAME}" is not supported by this end point. `)
}

const LINES = {
  relations: ['variant.product.profile', 'variant.product.profiles', 'adjustments', 'tax_lines'],
}

/**
 * The lines of an order of which pieces may still come back, whole: what a piece cost is told by all of them. Those that are
 * on their way back are among them, for whoever receives a return looks for its pieces here.
 */
export async function returnableItems(em: EntityManager, order_id: string): Promise<LineItemView[]> {
  const lines = await readRows(em, await linesToComeBack(em, order_id), {
    entity: LineItem,
    resource: LineItemResource,
    withDeleted: true,
    defaults: LINES,
  })
  return lines.filter(({ is_giftcard }) => !is_giftcard)
}

const named = (list: string | undefined): string[] => list?.split(',') ?? []

const isOfThem = (name: string): boolean => name.replace(/^[+*-]/, '').split('.')[0] === NAME

const addsThem = (field: string): boolean => field.startsWith('*') && isOfThem(field)
