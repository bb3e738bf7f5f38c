import { Migration } from '@mikro-orm/migrations'

export class Migration20261128211000_capture_amount extends Migration {
  override up(): void {
    this.addSql(`
alter table payment add column capture_amount bigint
  constraint payment_capture_amount_check check (capture_amount >= 0)`)
  }
}
