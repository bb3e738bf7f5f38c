import type { EntityManager } from '@mikro-orm/postgresql'
import { fromJson, jsonListSql } from '#database/json-rows.ts'
import type { Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import type { CartLineSnapshot } from '#entities/cart/cart/read-cart.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { TAG_IDS } from '#entities/catalogue/product/product-columns.ts'
import { CONDITIONS_SQL } from '#entities/promotions/discount/conditions-json.ts'
import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import type { OrderLineSnapshot } from '../order/read-order.ts'
import type { OrderEdit } from './order-edit.ts'

export type EditedLine = OrderLineSnapshot &
  Pick<CartLineSnapshot, 'allow_discounts' | 'is_return' | 'variant' | 'tag_ids' | 'agreed'> & {
    /** The order line that this line replaces. Null for an added line. */
    original_item_id: string | null
  }

export interface EditSnapshot {
  items: EditedLine[]
  discounts: DiscountSnapshot[]
}

export async function readEdit(em: EntityManager, { id, order_id }: Row<OrderEdit>): Promise<EditSnapshot> {
  const [row] = await selectEditJson(em, id, order_id)
  return fromJson<EditSnapshot>(row?.edit, EDIT_SHAPE)
}

const VARIANT_OF_EDIT = { nested: { product: { entity: Product } } }
const EDIT_SHAPE = { nested: { items: { entity: LineItem, nested: { variant: VARIANT_OF_EDIT } } } }

const selectEditJson = statement<{ edit: unknown }>(`
  select json_build_object(
    'items', ${jsonListSql(`
      select li.*, case when p.id is not null then json_build_object('product', p) end as variant, ${TAG_IDS} as tag_ids,
        ${jsonListSql('select * from line_item_adjustment where item_id = li.id order by id')} as adjustments,
        ${jsonListSql('select * from line_item_tax_line where item_id = li.id order by id')} as tax_lines
      from line_item li
        left join product_variant v on v.id = li.variant_id and v.deleted_at is null
        left join product p on p.id = v.product_id
      where li.order_edit_id = $1 order by li.created_at, li.id`)},
    'discounts', ${jsonListSql(`
      select d.*, r as rule, a.value as agreed_value, a.allocation as agreed_allocation, ${CONDITIONS_SQL} as conditions
      from order_discounts l join discount d on d.id = l.discount_id join discount_rule r on r.id = d.rule_id
        left join agreed_discount a on a.order_id = l.order_id and a.discount_id = d.id
      where l.order_id = $2 order by d.created_at, d.id`)}) as edit`)
