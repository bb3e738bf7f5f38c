import { Migration } from '@mikro-orm/migrations'

/** Orders have another index on their billing address, `order_billing_address`. */
export class Migration20261128250000_one_billing_index extends Migration {
  override up(): void {
    this.addSql('drop index order_billing_address_id_idx')
  }
}
