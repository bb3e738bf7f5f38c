import { Migration } from '@mikro-orm/migrations'

/**
 * A shop that is copied to another server, or that was and can go back. `follower` is the server of the copy that replication keeps
 * equal. All requests of the shop are refused until `refuses_until`.
 */
export class Migration20270104110000_shop_moves extends Migration {
  override up(): void {
    this.addSql(`
      create table shop_move (
        shop_id text primary key references hosted_shop (id),
        follower text references database_server (name),
        is_copying boolean not null,
        refuses_until timestamptz(3)
      )`)
    this.addSql(`
      create trigger directory_version after insert or update or delete on shop_move
      for each row execute function renew_directory_version()`)
  }
}
