import { Migration } from '@mikro-orm/migrations'

/** A name of the IANA database. Null for the time zone of the configuration. */
export class Migration20261217110000_time_zone extends Migration {
  override up(): void {
    this.addSql('alter table store add column time_zone text')
  }
}
