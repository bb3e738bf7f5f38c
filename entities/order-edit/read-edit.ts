import type { EntityManager } from '@mikro-orm/postgresql'
import type { DiscountFacts, LineFacts } from '../cart/read-cart.ts'
import { CONDITIONS } from '../discount/conditions-json.ts'
import { fromJson } from '../json-row.ts'
import { list, row } from '../json-sql.ts'
import type { OrderLineFacts } from '../order/read-order.ts'
import { TAG_IDS } from '../product/product-columns.ts'
import { statement } from '../statement.ts'
import type { OrderEdit } from './order-edit.ts'

/** A line of an edit with what decides what discounts take off it. */
export type EditedLine = OrderLineFacts &
  Pick<LineFacts, 'allow_discounts' | 'is_return' | 'variant' | 'tag_ids' | 'agreed'> & {
    /** Of the line of the order that it stands for. */
    original_item_id: string | null
  }

export interface EditFacts {
  items: EditedLine[]
  /** Those of the order. */
  discounts: DiscountFacts[]
}

/** What is in an edit, as it is stored, in one statement. */
export async function readEdit(em: EntityManager, { id, order_id }: OrderEdit): Promise<EditFacts> {
  const [found] = await editById(em, id, order_id)
  return fromJson<EditFacts>(found?.edit)
}

const editById = statement<{ edit: unknown }>(`
  select json_build_object(
    'items', ${list(`
      select li.*, ${row('select p as product where p.id is not null')} as variant, ${TAG_IDS} as tag_ids,
        ${list('select * from line_item_adjustment where item_id = li.id order by id')} as adjustments,
        ${list('select * from line_item_tax_line where item_id = li.id order by id')} as tax_lines
      from line_item li
        left join product_variant v on v.id = li.variant_id and v.deleted_at is null
        left join product p on p.id = v.product_id
      where li.order_edit_id = $1 order by li.created_at, li.id`)},
    'discounts', ${list(`
      select d.*, r as rule, ${CONDITIONS} as conditions
      from order_discounts l join discount d on d.id = l.discount_id join discount_rule r on r.id = d.rule_id
      where l.order_id = $2 order by d.created_at, d.id`)}) as edit`)
