import { Migration } from '@mikro-orm/migrations'

/** The PostgreSQL servers of the shops. A shop without one is on the server of the directory. */
export class Migration20270104100000_servers extends Migration {
  override up(): void {
    this.addSql(`
      create table database_server (
        name text primary key check (name ~ '^[a-z][a-z0-9-]{0,39}$' and name <> 'default'),
        url text not null
      )`)
    this.addSql('alter table hosted_shop add column server text references database_server (name)')
    this.addSql('create index hosted_shop_server on hosted_shop (server)')
    this.addSql(`
      create trigger directory_version after update on database_server
      for each row execute function renew_directory_version()`)
  }
}
