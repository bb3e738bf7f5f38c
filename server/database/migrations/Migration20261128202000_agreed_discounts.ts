import { Migration } from '@mikro-orm/migrations'

/** The value and the allocation that the rule of a discount had when the order was placed. */
export class Migration20261128202000_agreed_discounts extends Migration {
  override up(): void {
    this.addSql(`
create table agreed_discount (
  order_id text not null references "order" on delete cascade,
  discount_id text not null references discount on delete cascade,
  value double precision not null,
  allocation text,
  primary key (order_id, discount_id)
)`)
  }
}
