import { Migration } from '@mikro-orm/migrations'

/** A shop keeps at least one administrator. */
export class Migration20261121180100_people extends Migration {
  override up(): void {
    this.addSql(lastAdministrator)
  }
}

/** Locks another administrator, so that two administrators cannot demote each other at the same time. */
const lastAdministrator = `
create function keep_an_administrator() returns trigger language plpgsql as $$
begin
  perform from "user" where role = 'admin' and deleted_at is null and id <> old.id limit 1 for no key update;
  if not found then
    raise check_violation using
      message = 'the shop would have no administrator: constraint "user_last_administrator"',
      constraint = 'user_last_administrator', table = 'user', schema = 'public';
  end if;
  return null;
end $$;
create trigger keep_an_administrator after delete on "user"
  for each row when (old.role = 'admin' and old.deleted_at is null)
  execute function keep_an_administrator();
create trigger keep_an_administrator_changed after update on "user"
  for each row when (old.role = 'admin' and old.deleted_at is null
    and (new.role <> 'admin' or new.deleted_at is not null))
  execute function keep_an_administrator();
`
