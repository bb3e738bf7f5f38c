import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import type { AddressInput } from '#entities/people/customer/address-input.ts'
import { fieldsOf } from '#entities/platform/field/installed-fields.ts'
import type { PackedLine } from './packing-slip.ts'

export interface ParcelLine extends PackedLine {
  /** Gift cards, goods with their shipping profile, downloads of plugins and items without shipping need no packing. */
  is_unpacked: boolean
}

export interface Parcel {
  id: string
  order_id: string
  display_id: number
  /** In ISO 8601. */
  created_at: string
  is_canceled: boolean
  locale: string | null
  address: AddressInput | null
  shipping_options: { id: string; name: string }[]
  lines: ParcelLine[]
}

/** @param ids The IDs of orders and fulfillments. */
export const readParcels = (em: EntityManager, ids: readonly string[]): Promise<Parcel[]> =>
  selectParcels(em, ids, unpackedColumns())

/** The columns of variants by which plugins name goods without packing. */
const unpackedColumns = (): string[] =>
  [...fieldsOf('variant')].flatMap(([name, { rules }]) => (rules.isUnpacked ? name : []))

/**
 * The orders and fulfillments with these IDs, in this order. The quantity of an order line is the quantity that is not shipped, that of a
 * fulfillment the packed quantity.
 */
const selectParcels = statement<Parcel, [ids: readonly string[], unpacked: readonly string[]]>(`
  with parcel as (
    select o.id, o.id as order_id, null::text as fulfillment_id, null::text as claim_order_id, null::text as swap_id,
      null::text as location_id, false as is_canceled
    from "order" o where o.id = any($1::text[])
    union all
    select f.id, coalesce(f.order_id, c.order_id, s.order_id), f.id, f.claim_order_id, f.swap_id, f.location_id,
      f.canceled_at is not null
    from fulfillment f left join claim_order c on c.id = f.claim_order_id left join swap s on s.id = f.swap_id
    where f.id = any($1::text[])
  )
  select p.id, o.id as order_id, o.display_id, to_json(o.created_at) #>> '{}' as created_at, p.is_canceled or o.canceled_at is not null as is_canceled,
    (select context ->> 'locale' from cart where id = o.cart_id) as locale,
    (select to_json(a) from address a where a.id = coalesce(
      (select shipping_address_id from claim_order where id = p.claim_order_id),
      (select shipping_address_id from swap where id = p.swap_id), o.shipping_address_id)) as address,
    coalesce((select json_agg(distinct jsonb_build_object('id', so.id, 'name', so.name)) from shipping_method sm join shipping_option so on so.id = sm.shipping_option_id
      where case when p.claim_order_id is not null then sm.claim_order_id = p.claim_order_id
        when p.swap_id is not null then sm.swap_id = p.swap_id else sm.order_id = o.id end), '[]') as shipping_options,
    coalesce((select json_agg(json_build_object('line_id', l.id, 'variant_id', l.variant_id, 'title', l.title,
        'description', l.description, 'sku', v.sku, 'barcode', coalesce(v.barcode, v.ean, v.upc), 'thumbnail', l.thumbnail,
        'quantity', coalesce(fi.quantity, l.quantity - coalesce(l.shipped_quantity, 0)), 'ordered_quantity', l.quantity,
        'locations', coalesce(
          (select json_agg(distinct sl.name) from reservation_item r join stock_location sl on sl.id = r.location_id
            where r.line_item_id = l.id and r.deleted_at is null),
          (select json_build_array(sl.name) from stock_location sl where sl.id = p.location_id), '[]'),
        'is_unpacked', l.is_giftcard or coalesce(profile.type = 'gift_card', false)
          or exists (select from unnest($2::text[]) name where (to_jsonb(v) ->> name)::boolean)
          or coalesce((select not bool_or(i.requires_shipping) from product_variant_inventory_item vi
            join inventory_item i on i.id = vi.inventory_item_id
            where vi.variant_id = v.id and vi.deleted_at is null), false)) order by l.created_at, l.id)
      from line_item l
        left join fulfillment_item fi on fi.fulfillment_id = p.fulfillment_id and fi.item_id = l.id
        left join product_variant v on v.id = l.variant_id
        left join product on product.id = v.product_id
        left join shipping_profile profile on profile.id = product.profile_id
      where case when p.fulfillment_id is null then l.order_id = p.order_id and not l.is_return
        else fi.item_id is not null end), '[]') as lines
  from parcel p join "order" o on o.id = p.order_id
  order by array_position($1::text[], p.id)`)
