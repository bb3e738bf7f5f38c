import { Migration } from '@mikro-orm/migrations'

/** A stock count finds the sold goods on the shelf without the packed lines of all years. */
export class Migration20261228100000_unpacked_lines extends Migration {
  override up(): void {
    this.addSql(`
      create index unpacked_line on line_item (variant_id)
      where not is_return and quantity > greatest(fulfilled_quantity, returned_quantity, 0)
        and (order_id is not null or claim_order_id is not null or swap_id is not null)`)
  }
}
