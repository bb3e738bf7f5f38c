import type { EntityManager } from '@mikro-orm/postgresql'
import { type Statement, statement } from '#database/statement.ts'
import {
  type FaultSummary,
  type FilePlace,
  type FoundFault,
  type InvalidLine,
  type LineFault,
  MAX_REPORTED_FAULTS,
  placeText,
  summarizeFaults,
} from '#entities/platform/batch-job/line-faults.ts'
import { VARIANT_CODES } from '../../product/product-variant.ts'
import { titleOf } from '../product-csv/entity-columns.ts'
import { OTHER_SHOP_CHECK_SQL } from './external-ids.ts'
import { relationChecks } from './relation-checks.ts'
import type { StagedRow } from './staged-row.ts'

interface FaultRow extends FoundFault, Subject {}

type Subject = { [Name in 'product_id' | 'handle' | 'variant_id' | 'sku']: string | null }

export async function findRowFaults(em: EntityManager): Promise<FaultSummary> {
  return summarizeFaults(await findFaults([...checks, ...relationChecks(em)])(em), (row) => rowFaultMessage(row, row))
}

export const rowFault = (
  row: Pick<StagedRow, 'line' | 'sheet_row' | 'product_id' | 'handle' | 'variant_id'>,
  sku: string | null,
  { message, reasons }: InvalidLine,
): LineFault => ({
  ...row,
  sku,
  message: rowFaultMessage({ ...row, sku }, { ...row, message }),
  reasons,
})

function rowFaultMessage(subject: Subject, { message, ...place }: FilePlace & { message: string }): string {
  return `Error while processing row with
      [(product id: ${subject.product_id ?? ''}),
      (product handle: ${subject.handle ?? ''}),
      (variant id: ${subject.variant_id ?? ''}),
      (variant sku: ${subject.sku ?? ''})]: 
      ${message} (${placeText(place)})`
}

const codeExists = (code: (typeof VARIANT_CODES)[number], value: string) =>
  `jsonb_build_object('name', 'value_exists', 'field', '${code}', 'value', ${value}, 'column', 'Variant ${titleOf(code)}')`

const checks = [
  `select r.line, format('Product with id: %s was not found', r.product_id),
     jsonb_build_object('name', 'product_missing', 'id', r.product_id, 'column', 'Product Id') from import_row r
   where r.product_id is not null
     and not exists (select from product p where p.id = r.product_id and p.deleted_at is null)`,

  `select r.line, format('Variant with id: %s was not found', r.variant_id),
     jsonb_build_object('name', 'variant_missing', 'variant', r.variant_id, 'column', 'Variant Id') from import_row r
   where r.variant_id is not null
     and not exists (select from product_variant v where v.id = r.variant_id and v.deleted_at is null)`,

  `select r.line, format('Variant with id: %s belongs to another product', r.variant_id),
     jsonb_build_object('name', 'variant_of_other_product', 'id', r.variant_id)
   from import_row r join product_variant v on v.id = r.variant_id
   where v.deleted_at is null and v.product_id <> r.product_id`,

  OTHER_SHOP_CHECK_SQL,

  `select line, format('Variant with id: %s appears in several lines', variant_id),
     jsonb_build_object('name', 'duplicate_variant', 'id', variant_id) from (
     select line, variant_id, row_number() over (partition by variant_id order by line) as place
     from import_row where variant_id is not null
   ) r where place > 1`,

  `select r.line, format('Variant with sku: %s was not found', r.variant->>'sku'),
     jsonb_build_object('name', 'sku_without_product', 'sku', r.variant->>'sku', 'column', 'Variant SKU') from import_row r
   where r.is_new_product and r.handle = ''`,

  `select r.line, 'Product Is Giftcard cannot be changed',
     jsonb_build_object('name', 'giftcard_fixed', 'column', 'Product Is Giftcard')
   from import_row r join product p on p.id = r.product_id
   where (r.product->>'is_giftcard')::boolean is distinct from p.is_giftcard and r.product->>'is_giftcard' is not null`,

  `select r.line, 'Product Title should not be empty',
     jsonb_build_object('name', 'cell_empty', 'column', 'Product Title') from import_row r
   where r.is_new_product and r.is_first and r.handle <> '' and r.product->>'title' is null`,

  `select r.line, 'Variant Title should not be empty',
     jsonb_build_object('name', 'cell_empty', 'column', 'Variant Title') from import_row r
   where r.is_new_variant and not (r.is_new_product and r.handle = '') and r.variant->>'title' is null`,

  `select line, format('Product with handle %s already exists.', handle),
     jsonb_build_object('name', 'value_exists', 'field', 'handle', 'value', handle, 'column', 'Product Handle')
   from (select line, handle, row_number() over (partition by handle order by line) as place from wanted_handle) w
   where place > 1`,

  // The previous check compares the products of the file, because their handles may change.
  `select w.line, format('Product with handle %s already exists.', w.handle),
     jsonb_build_object('name', 'value_exists', 'field', 'handle', 'value', w.handle, 'column', 'Product Handle')
   from wanted_handle w join product p on p.handle = w.handle and p.deleted_at is null and p.id <> w.id
   where not exists (select from wanted_handle o where o.id = p.id)`,

  ...VARIANT_CODES.flatMap((code) => [
    `select line, format('Product_variant with ${code} %s already exists.', code),
       ${codeExists(code, 'code')} from (
       select line, variant->>'${code}' as code, row_number() over (partition by variant->>'${code}' order by line) as place
       from import_row where is_variant and variant->>'${code}' is not null
     ) w where place > 1`,

    `select r.line, format('Product_variant with ${code} %s already exists.', v.${code}),
       ${codeExists(code, `v.${code}`)}
     from import_row r
     join product_variant v on v.${code} = r.variant->>'${code}' and v.deleted_at is null and v.id <> r.target_variant
     where r.is_variant
       and not exists (select from import_row o where o.target_variant = v.id and o.variant ? '${code}')`,
  ]),

  // Each missing collection, category and sales channel is reported once, in its first line.
  `select min(r.line), format('Collection with handle %s was not found', r.collection_handle),
     jsonb_build_object('name', 'collection_missing', 'collection', r.collection_handle, 'column', 'Product Collection Handle') from import_row r
   where r.collection_handle is not null
     and not exists (select from product_collection c where c.handle = r.collection_handle and c.deleted_at is null)
   group by r.collection_handle`,

  `select min(r.line), format('Collection with title %s was not found', r.collection_title),
     jsonb_build_object('name', 'collection_missing', 'collection', r.collection_title, 'column', 'Product Collection Title') from import_row r
   where r.collection_handle is null and r.collection_title is not null
     and not exists (select from product_collection c where c.title = r.collection_title and c.deleted_at is null)
   group by r.collection_title`,

  `select min(r.line), format('Category with handle %s was not found', c.handle),
     jsonb_build_object('name', 'category_missing', 'handle', c.handle)
   from import_row r cross join jsonb_to_recordset(r.categories) as c (handle text)
   where not exists (select from product_category k where k.handle = c.handle)
   group by c.handle`,

  `select min(r.line), format('Sales channel %s was not found', coalesce(named.name, named.id)),
     jsonb_build_object('name', 'channel_missing', 'channel', coalesce(named.name, named.id))
   from import_row r cross join jsonb_to_recordset(r.channels) as named (id text, name text)
   where not exists (select from sales_channel c where (c.id = named.id or c.name = named.name) and c.deleted_at is null)
   group by coalesce(named.name, named.id)`,

  `select r.line, 'Variant Inventory Quantity must not be less than 0',
     jsonb_build_object('name', 'negative_stock', 'column', 'Variant Inventory Quantity')
   from import_row r left join product_variant v on v.id = r.variant_id
   where r.is_variant
     and (r.variant->>'inventory_quantity')::int < 0
     and (r.variant->>'inventory_quantity')::int is distinct from v.inventory_quantity
     and coalesce((r.variant->>'manage_inventory')::boolean, v.manage_inventory, true)
     and not coalesce((r.variant->>'allow_backorder')::boolean, v.allow_backorder, false)`,

  `select o.line, format('The product has no option %s', o.name), jsonb_build_object('name', 'option_missing', 'title', o.name)
   from import_value o where o.option_id is null and (o.is_new_product or o.product_id in (select id from product))`,

  `select o.line, format('An option with the title: %s already exists', max(o.name)),
     jsonb_build_object('name', 'option_exists', 'title', max(o.name))
   from import_value o group by o.line, lower(o.name) having count(*) > 1`,

  `select r.line, format(
     'Product options length does not match variant options length. Product has %s and variant has %s.',
     coalesce(had.n, 0), jsonb_array_length(r.options)),
     jsonb_build_object('name', 'variant_options_incomplete', 'product', coalesce(had.n, 0),
       'variant', jsonb_array_length(r.options))
   from import_row r left join option_count had on had.product_id = r.target_product
   where r.is_new_variant and coalesce(had.n, 0) <> jsonb_array_length(r.options)
     and (r.is_new_product or r.target_product in (select id from product))`,

  `select line, 'Option Value should not be empty', jsonb_build_object('name', 'option_value_empty') from choice where is_change and value = ''`,

  // If several variants have the same values, the faults are reported for the later lines.
  `select line, 'Another variant has the same options', jsonb_build_object('name', 'duplicate_variant_options') from (
     select line, is_change,
       row_number() over (partition by product_id, choices order by is_change, line nulls first) as place
     from (
       select min(line) as line, bool_or(is_change) as is_change, product_id,
         string_agg(option_id || '=' || value, ',' order by option_id) as choices
       from choice group by product_id, variant_id
     ) variant
   ) placed where place > 1 and is_change`,
]

const findFaults = (all: readonly string[]): Statement<FaultRow> =>
  statement<FaultRow>(`
  with wanted_handle as materialized (
    select r.line, r.target_product as id,
      case when p.handle = r.handle then r.handle else r.fit_handle end as handle
    from import_row r left join product p on p.id = r.product_id
    where r.is_first and r.handle <> ''
  ), choice as materialized (
    select o.line, o.product_id, o.variant_id, o.option_id, o.value, o.value is distinct from v.value as is_change
    from import_value o
    left join product_option_value v
      on v.variant_id = o.variant_id and v.option_id = o.option_id and v.deleted_at is null
    where o.option_id is not null and o.variant_id is not null
    union all
    select null, v.product_id, v.id, pv.option_id, pv.value, false
    from product_variant v
    join product_option_value pv on pv.variant_id = v.id and pv.deleted_at is null
    join product_option po on po.id = pv.option_id and po.deleted_at is null
    where v.deleted_at is null and v.product_id in (select product_id from import_value)
      and not exists (select from import_value o where o.variant_id = v.id and o.option_id = pv.option_id)
  ), option_count as materialized (
    select target_product as product_id, jsonb_array_length(options) as n
    from import_row where is_first and is_new_product
    union all
    select po.product_id, count(*) from product_option po
    where po.deleted_at is null and po.product_id in (select target_product from import_row)
    group by po.product_id
  ), fault (line, message, reason) as (
    ${all.map((check) => `(${check})`).join('\n union\n')}
  )
  select r.source_line as line, r.sheet_row, f.message, f.reason, f.total, r.product_id, r.handle, r.variant_id, r.variant->>'sku' as sku
  from (
    select line, message, reason, count(*) over ()::integer as total from fault order by line, message limit ${MAX_REPORTED_FAULTS}
  ) f join import_row r on r.line = f.line order by f.line, f.message`)
