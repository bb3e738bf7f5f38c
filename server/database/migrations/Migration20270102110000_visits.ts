import { Migration } from '@mikro-orm/migrations'

/** The visitors of the present day, as hashes with a salt that is deleted with them at the end of the day. Their number stays. */
export class Migration20270102110000_visits extends Migration {
  override up(): void {
    this.addSql(`create table visit_day (
      day date primary key, salt bytea, visitors bigint not null default 0, page_views bigint not null default 0)`)
    this.addSql(`create table visitor (
      day date not null, network bytea not null, hash bytea not null, primary key (day, network, hash))`)
  }
}
