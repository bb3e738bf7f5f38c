import { Migration } from '@mikro-orm/migrations'

/** Sessions in shops that end with the password or the first second factor of their person, until the shop has ended them. */
export class Migration20270132000000_ended_sessions extends Migration {
  override up(): void {
    this.addSql(`
      create table ended_session (
        shop_id text not null references hosted_shop (id) on delete cascade,
        session_id text not null,
        primary key (shop_id, session_id)
      )`)
  }
}
