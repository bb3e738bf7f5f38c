import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { readReturnableLineIds } from '#entities/orders/order/returnable-quantities.ts'
import { readRows } from '../../reading/read-row.ts'
import type { SelectionInput } from '../../reading/selection.ts'
import { LineItemResource, type LineItemView } from '../../resources/line-item.ts'

const FIELD_NAME = 'returnable_items'

/** `fields` requests `returnable_items` only with the prefix `*`. */
export const isReturnableItemsRequested = ({ expand, fields }: SelectionInput): boolean =>
  splitFields(expand).some(isReturnableItemsField) || splitFields(fields).some(isReturnableItemsExpansion)

export function omitReturnableItems({ expand, fields }: SelectionInput): SelectionInput {
  const others = splitFields(fields).filter((name) => !isReturnableItemsExpansion(name))
  return {
    expand: splitFields(expand).some(isReturnableItemsField)
      ? splitFields(expand)
          .filter((name) => !isReturnableItemsField(name))
          .join(',')
      : expand,
    fields: others.length > 0 ? others.join(',') : undefined,
  }
}

export function rejectReturnableItems({ expand, fields }: SelectionInput): void {
  if (![...splitFields(expand), ...splitFields(fields)].some(isReturnableItemsField)) return
  throw new InvalidData(`The field "${FIELD_NAME}" is not supported by this end point. `)
}

const LINE_DEFAULTS = {
  relations: ['variant.product.profile', 'variant.product.profiles', 'adjustments', 'tax_lines'],
}

/**
 * Returns the order lines that have a returnable quantity or belong to an open return. The shop needs lines of open
 * returns in order to receive them.
 */
export async function readReturnableItems(em: EntityManager, order_id: string): Promise<LineItemView[]> {
  const lines = await readRows(em, await readReturnableLineIds(em, order_id), {
    resource: LineItemResource,
    withDeleted: true,
    defaults: LINE_DEFAULTS,
  })
  return lines.filter(({ is_giftcard }) => !is_giftcard)
}

const splitFields = (list: string | undefined): string[] => list?.split(',') ?? []

const isReturnableItemsField = (name: string): boolean => name.replace(/^[+*-]/, '').split('.')[0] === FIELD_NAME

const isReturnableItemsExpansion = (field: string): boolean => field.startsWith('*') && isReturnableItemsField(field)
