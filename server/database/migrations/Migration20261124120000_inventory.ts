import { Migration } from '@mikro-orm/migrations'

/** Stock at several locations. `store.inventory_enabled` turns it on. */
export class Migration20261124120000_inventory extends Migration {
  override up(): void {
    for (const sql of [tables, indexes, derivedStock, rules]) this.addSql(sql)
  }
}

const tables = `
alter table store add column inventory_enabled boolean not null default false;

create table stock_location_address (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  address_1 text not null,
  address_2 text,
  company text,
  city text,
  country_code text not null,
  phone text,
  province text,
  postal_code text
);

create table stock_location (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  name text not null,
  address_id text references stock_location_address
);

create table sales_channel_location (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  sales_channel_id text not null references sales_channel on delete cascade,
  location_id text not null references stock_location on delete cascade
);

create table inventory_item (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  weight integer,
  length integer,
  width integer,
  height integer,
  hs_code text,
  origin_country text,
  mid_code text,
  material text,
  sku text,
  requires_shipping boolean not null,
  title text,
  description text,
  thumbnail text
);

create table product_variant_inventory_item (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  inventory_item_id text not null references inventory_item on delete cascade,
  variant_id text not null references product_variant,
  required_quantity integer not null check (required_quantity > 0)
);

create table inventory_level (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  inventory_item_id text not null references inventory_item on delete cascade,
  location_id text not null references stock_location on delete cascade,
  stocked_quantity integer not null check (stocked_quantity >= 0),
  reserved_quantity integer not null check (reserved_quantity >= 0),
  incoming_quantity integer not null check (incoming_quantity >= 0)
);

create table reservation_item (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  metadata jsonb,
  line_item_id text,
  inventory_item_id text not null references inventory_item on delete cascade,
  location_id text not null references stock_location on delete cascade,
  quantity integer not null check (quantity > 0),
  external_id text,
  description text,
  created_by text
);
`

const indexes = `
create index on stock_location (created_at, id);
create index on stock_location (address_id);
create unique index on sales_channel_location (sales_channel_id, location_id);
create index on sales_channel_location (location_id);
create index on inventory_item (created_at, id);
create unique index on inventory_item (sku);
create unique index on product_variant_inventory_item (variant_id, inventory_item_id);
create index on product_variant_inventory_item (inventory_item_id);
create unique index on inventory_level (inventory_item_id, location_id);
create index on inventory_level (location_id);
create index on reservation_item (created_at, id);
create index on reservation_item (line_item_id) where deleted_at is null;
create index on reservation_item (inventory_item_id, location_id);
create index on reservation_item (location_id);
`

/**
 * With inventory enabled, the stock of a variant is the sum of the available units at the locations of all channels.
 * Each sum is read after the lock of the variant, so that concurrent changes cannot miss each other.
 */
const derivedStock = `
create function refresh_variant_stock(variants text[]) returns void language plpgsql as $$
begin
  if variants = '{}' or not (select inventory_enabled from store) then
    return;
  end if;
  perform from product_variant where id = any(variants) order by id for no key update;
  update product_variant v set inventory_quantity = stock.quantity, updated_at = now()
  from (
    select variant_id, coalesce(min(floor(available / required_quantity)), 0)::integer as quantity
    from unnest(variants) as changed(variant_id) left join (
      select link.variant_id, link.required_quantity, greatest(least(coalesce((
        select sum(level.stocked_quantity::bigint - level.reserved_quantity) from inventory_level level
        where level.inventory_item_id = link.inventory_item_id and exists (
          select from sales_channel_location l where l.location_id = level.location_id)
      ), 0), 2147483647), -2147483648) as available
      from product_variant_inventory_item link where link.variant_id = any(variants)
    ) items using (variant_id)
    group by variant_id
  ) stock
  where v.id = stock.variant_id and v.inventory_quantity <> stock.quantity;
end $$;

create function refresh_stock_of_levels() returns trigger language plpgsql as $$
begin
  perform refresh_variant_stock(array(
    select distinct link.variant_id from changed join product_variant_inventory_item link using (inventory_item_id)));
  return null;
end $$;
create trigger variant_stock_inserted after insert on inventory_level referencing new table as changed
  for each statement execute function refresh_stock_of_levels();
create trigger variant_stock_updated after update on inventory_level referencing new table as changed
  for each statement execute function refresh_stock_of_levels();
create trigger variant_stock_deleted after delete on inventory_level referencing old table as changed
  for each statement execute function refresh_stock_of_levels();

create function refresh_stock_of_items() returns trigger language plpgsql as $$
begin
  perform refresh_variant_stock(array(select distinct variant_id from changed));
  return null;
end $$;
create trigger variant_stock_inserted after insert on product_variant_inventory_item referencing new table as changed
  for each statement execute function refresh_stock_of_items();
create trigger variant_stock_updated after update on product_variant_inventory_item referencing new table as changed
  for each statement execute function refresh_stock_of_items();
create trigger variant_stock_deleted after delete on product_variant_inventory_item referencing old table as changed
  for each statement execute function refresh_stock_of_items();

create function refresh_stock_of_locations() returns trigger language plpgsql as $$
begin
  perform refresh_variant_stock(array(
    select distinct link.variant_id from changed join inventory_level using (location_id)
    join product_variant_inventory_item link using (inventory_item_id)));
  return null;
end $$;
create trigger variant_stock_inserted after insert on sales_channel_location referencing new table as changed
  for each statement execute function refresh_stock_of_locations();
create trigger variant_stock_deleted after delete on sales_channel_location referencing old table as changed
  for each statement execute function refresh_stock_of_locations();

create function delete_locations_of_channel() returns trigger language plpgsql as $$
begin
  delete from sales_channel_location where sales_channel_id = new.id;
  return null;
end $$;
create trigger locations_of_deleted_channel after update of deleted_at on sales_channel
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function delete_locations_of_channel();
`

/** A server that does not know yet that inventory is enabled would write the old column, so it has to try again. */
const rules = `
create function refuse_direct_stock() returns trigger language plpgsql as $$
begin
  raise serialization_failure using message = 'inventory is enabled: only its levels change the stock of a variant';
end $$;
create or replace function refuse_stock_below_nothing() returns trigger language plpgsql as $$
begin
  if (select inventory_enabled from store) then
    return null;
  end if;
  raise check_violation using
    message = format('more pieces of %s would be owed: constraint "product_variant_stock"', new.id),
    constraint = 'product_variant_stock', table = 'product_variant', schema = 'public';
end $$;
`
