import { Migration } from '@mikro-orm/migrations'

export class Migration20261216100002_payment_links extends Migration {
  override up(): void {
    this.addSql(`alter table draft_order add column payment_link_key text,
      add column payment_link_expires_at timestamptz(3)`)
  }
}
