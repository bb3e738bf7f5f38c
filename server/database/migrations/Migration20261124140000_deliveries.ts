import { Migration } from '@mikro-orm/migrations'

export class Migration20261124140000_deliveries extends Migration {
  override up(): void {
    this.addSql('alter table fulfillment add delivered_at timestamptz(3)')
  }
}
