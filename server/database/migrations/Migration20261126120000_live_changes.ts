import { Migration } from '@mikro-orm/migrations'

/** The subscription to changes reads the latest batch jobs. */
export class Migration20261126120000_live_changes extends Migration {
  override up(): void {
    this.addSql('create index on batch_job (updated_at)')
  }
}
