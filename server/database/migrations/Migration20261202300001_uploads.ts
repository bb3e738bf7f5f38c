import { Migration } from '@mikro-orm/migrations'

/** The uploaded files, so that a foreign key keeps the files of fields, and the function of the triggers that check them. */
export class Migration20261202300001_uploads extends Migration {
  override up(): void {
    for (const sql of [uploads, checkFile, releaseFile]) this.addSql(sql)
  }
}

const uploads = `
create table upload (
  key text primary key,
  created_at timestamptz(3) not null,
  type text not null,
  size bigint not null check (size >= 0),
  released_at timestamptz(3)
);
create index on upload (released_at) where released_at is not null;`

/** Arguments: the column, the folder, the accepted types or an empty list, the largest size, and the message. */
const checkFile = `
create function check_field_file() returns trigger language plpgsql as $$
declare
  value text := to_jsonb(new) ->> tg_argv[0];
  is_accepted boolean;
begin
  if value is null or (tg_op = 'UPDATE' and value = to_jsonb(old) ->> tg_argv[0]) then return new; end if;
  update upload set released_at = null where key = value and released_at is not null;
  select starts_with(key, tg_argv[1]) and size <= tg_argv[3]::bigint
      and (tg_argv[2] = '{}' or type = any(tg_argv[2]::text[]))
    into is_accepted from upload where key = value for key share;
  if is_accepted is not true then
    raise exception using errcode = 'CW001', column = tg_argv[0], message = tg_argv[4];
  end if;
  return new;
end $$`

/** Argument: the column. */
const releaseFile = `
create function release_field_file() returns trigger language plpgsql as $$
declare
  value text := to_jsonb(old) ->> tg_argv[0];
begin
  if value is null or (tg_op = 'UPDATE' and value = to_jsonb(new) ->> tg_argv[0]) then return null; end if;
  update upload set released_at = now() where key = value;
  return null;
end $$`
