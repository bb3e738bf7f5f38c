import { Migration } from '@mikro-orm/migrations'

/** The functions of the triggers that guard relations of fields. The start of a shop attaches the triggers to its tables. */
export class Migration20261202300000_field_relations extends Migration {
  override up(): void {
    for (const sql of [checkRelation, lockTarget, clearRelation, refuseDeletion]) this.addSql(sql)
  }
}

/*
 * The writer of a relation and the foreign key take the same lock of the row, and the deletion takes a lock that waits for them. So
 * the deletion sees each relation that is committed before it, and a writer after it sees that the row is deleted.
 */

/** Arguments: the column, the table of its rows, and the condition for rows that are not deleted. */
const checkRelation = `
create function check_field_relation() returns trigger language plpgsql as $$
declare
  value text := to_jsonb(new) ->> tg_argv[0];
  is_found boolean;
begin
  if value is null or (tg_op = 'UPDATE' and value = to_jsonb(old) ->> tg_argv[0]) then return new; end if;
  execute format('select true from %I where id = $1 and %s for key share', tg_argv[1], tg_argv[2]) into is_found using value;
  if is_found is null then
    raise exception using errcode = 'CW001', column = tg_argv[0], message = format(
      '%s is not valid: there is no %s with the ID %s', tg_argv[0], replace(tg_argv[1], '_', ' '), value);
  end if;
  return new;
end $$`

const lockTarget = `
create function lock_field_target() returns trigger language plpgsql as $$
begin
  execute format('select from %I where id = $1 for update', tg_table_name) using old.id;
  return new;
end $$`

/** Arguments: the table and the column of the relation. */
const clearRelation = `
create function clear_field_relation() returns trigger language plpgsql as $$
begin
  execute format('update %I set %I = null where %I = $1', tg_argv[0], tg_argv[1], tg_argv[1]) using old.id;
  return null;
end $$`

/** Arguments: the table and the column of the relation, and the condition for rows that are not deleted. */
const refuseDeletion = `
create function refuse_deletion_of_field_target() returns trigger language plpgsql as $$
declare
  is_found boolean;
begin
  execute format('select true from %I where %I = $1 and %s limit 1', tg_argv[0], tg_argv[1], tg_argv[2])
    into is_found using old.id;
  if is_found then
    raise foreign_key_violation using
      message = format('update or delete on table "%s" violates a relation', tg_table_name),
      detail = format('Key (id)=(%s) is still referenced from table "%s".', old.id, tg_argv[0]);
  end if;
  return null;
end $$`
