import { Migration } from '@mikro-orm/migrations'

export class Migration20261209100000_carriers extends Migration {
  override up(): void {
    this.addSql(`create table carrier (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      name text not null check (name <> ''),
      tracking_url text not null check (tracking_url like 'https://%{number}%'))`)
    this.addSql('create unique index carrier_name_index on carrier (lower(name))')
    this.addSql('alter table tracking_link add column carrier text')
  }
}
