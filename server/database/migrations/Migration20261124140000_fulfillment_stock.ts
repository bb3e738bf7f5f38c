import { Migration } from '@mikro-orm/migrations'

/** The locations of fulfilled units. The inventory item and the location can be deleted later, so they are no references. */
export class Migration20261124140000_fulfillment_stock extends Migration {
  override up(): void {
    this.addSql(`
create table fulfillment_stock (
  fulfillment_id text not null references fulfillment,
  item_id text not null references line_item,
  inventory_item_id text not null,
  location_id text not null,
  quantity integer not null check (quantity > 0),
  primary key (fulfillment_id, item_id, inventory_item_id, location_id)
);
create index on fulfillment_stock (item_id);
`)
  }
}
