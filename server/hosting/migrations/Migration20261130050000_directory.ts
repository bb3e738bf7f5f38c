import { Migration } from '@mikro-orm/migrations'

/** `directory_version` changes with each change of the directory, so that the processes notice it. */
export class Migration20261130050000_directory extends Migration {
  override up(): void {
    this.addSql(`
      create table hosted_shop (
        id text primary key check (id ~ '^[a-z][a-z0-9-]{0,39}$'),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        status text not null check (status in ('creating', 'active', 'paused')),
        database text not null unique,
        settings text not null,
        prepared_by text
      )`)
    for (const table of ['shop_host', 'shop_key']) {
      const column = table === 'shop_host' ? 'host' : 'key'
      this.addSql(`
        create table ${table} (
          ${column} text primary key,
          shop_id text not null references hosted_shop (id) on delete cascade
        )`)
      this.addSql(`create index ${table}_shop_id on ${table} (shop_id)`)
    }
    this.addSql('create table directory_version (version bigint not null)')
    this.addSql('insert into directory_version (version) values (1)')
    this.addSql(`
      create function renew_directory_version() returns trigger language plpgsql set search_path from current as $$
      begin
        update directory_version set version = version + 1;
        return null;
      end $$`)
    for (const table of ['hosted_shop', 'shop_host', 'shop_key'])
      this.addSql(`
        create trigger directory_version after insert or update or delete on ${table}
        for each row execute function renew_directory_version()`)
  }
}
