import { Migration } from '@mikro-orm/migrations'

/** The statistics read a period of refunds, and the latest failures. */
export class Migration20261126121000_statistics extends Migration {
  override up(): void {
    this.addSql('create index on refund (created_at)')
    this.addSql(`create index on payment_attempt (updated_at) where status in ('declined', 'failed')`)
    this.addSql(`create index on webhook_delivery (updated_at) where status = 'failed'`)
    this.addSql(`create index on return (created_at) where status = 'requested'`)
  }
}
