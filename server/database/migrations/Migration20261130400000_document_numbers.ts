import { Migration } from '@mikro-orm/migrations'

/** The last number of each series. A series with several shards has a number for each transaction that runs at the same time. */
export class Migration20261130400000_document_numbers extends Migration {
  override up(): void {
    this.addSql(`create table document_number (
      name text not null, period text not null, shard smallint not null, value bigint not null check (value >= 0),
      primary key (name, period, shard))`)
  }
}
