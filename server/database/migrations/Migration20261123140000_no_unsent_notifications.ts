import { Migration } from '@mikro-orm/migrations'

/** Deletes notifications that were only written to the log. */
export class Migration20261123140000_no_unsent_notifications extends Migration {
  override up(): void {
    this.addSql("delete from notification where provider_id = 'log'")
  }
}
