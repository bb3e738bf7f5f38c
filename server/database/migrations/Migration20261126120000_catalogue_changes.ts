import { Migration } from '@mikro-orm/migrations'

/**
 * The version of the catalogue is the sum of these numbers (entities/catalogue/version/catalogue-version.ts). Each
 * transaction that changes the catalogue appends a random number, so writers do not wait for each other.
 */
export class Migration20261126120000_catalogue_changes extends Migration {
  override up(): void {
    this.addSql('create table catalogue_change (delta bigint not null)')
    this.addSql('alter table catalogue_change replica identity full')
    this.addSql(functions)
    for (const table of TABLES) {
      this.addSql(`
        create trigger catalogue_changed after insert or update or delete or truncate on ${table}
        for each statement execute function record_catalogue_change()`)
    }
    this.addSql(`
      create trigger catalogue_changed after insert or delete or truncate on product_variant
      for each statement execute function record_catalogue_change()`)
    this.addSql(`
      create trigger variant_changed after update on product_variant
      for each row execute function record_variant_change()`)
  }
}

const TABLES = [
  'discount_condition',
  'discount_condition_product_tag',
  'discount_condition_product_type',
  'fulfillment_provider',
  'image',
  'money_amount',
  'price_list',
  'price_list_customer_groups',
  'product',
  'product_category',
  'product_category_product',
  'product_collection',
  'product_images',
  'product_option',
  'product_option_value',
  'product_sales_channel',
  'product_tag',
  'product_tags',
  'product_tax_rate',
  'product_type',
  'product_variant_inventory_item',
  'publishable_api_key',
  'publishable_api_key_sales_channel',
  'region_fulfillment_providers',
  'return_reason',
  'shipping_option_requirement',
  'store',
]

// Sales change only the stock of a variant and the time of its change. Readers compare these columns themselves.
const functions = `
create function append_catalogue_change() returns void language plpgsql as $$
declare
  id constant text := pg_current_xact_id();
begin
  if current_setting('cartwright.catalogue_changed_by', true) is distinct from id then
    insert into catalogue_change values (floor(random() * 9007199254740992));
    perform set_config('cartwright.catalogue_changed_by', id, true);
  end if;
end $$;
create function record_catalogue_change() returns trigger language plpgsql as $$
begin
  perform append_catalogue_change();
  return null;
end $$;
create function record_variant_change() returns trigger language plpgsql as $$
declare
  resold product_variant := old;
begin
  resold.inventory_quantity := new.inventory_quantity;
  resold.taken_quantity := new.taken_quantity;
  resold.updated_at := new.updated_at;
  if resold *<> new then
    perform append_catalogue_change();
  end if;
  return null;
end $$;
`
