import { Migration } from '@mikro-orm/migrations'

/** Earlier versions stored the views of a user in its metadata. */
export class Migration20261216100001_saved_views extends Migration {
  override up(): void {
    this.addSql(`create table saved_view (
      id text primary key,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      user_id text not null references "user" (id),
      list text not null,
      name text not null check (name <> ''),
      search jsonb not null,
      is_shared boolean not null default false)`)
    this.addSql('create unique index saved_view_name_index on saved_view (user_id, list, name)')
    this.addSql('create index on saved_view (id) where is_shared')
    this.addSql('create index on saved_view (created_at)')
    this.addSql(`insert into saved_view (id, created_at, updated_at, user_id, list, name, search)
      select distinct on (u.id, setting.key, view ->> 'name') 'view_' || replace(gen_random_uuid()::text, '-', ''), now(), now(),
        u.id, replace(setting.key, 'console_views_', ''), view ->> 'name', view -> 'search'
      from "user" u cross join jsonb_each(u.metadata) setting
      cross join jsonb_array_elements(case jsonb_typeof(setting.value) when 'array' then setting.value else '[]' end) view
      where jsonb_typeof(u.metadata) = 'object' and starts_with(setting.key, 'console_views_')
        and jsonb_typeof(view -> 'name') = 'string' and view ->> 'name' <> '' and jsonb_typeof(view -> 'search') = 'object'`)
    this.addSql(`update "user" u set metadata = (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(metadata) where not starts_with(key, 'console_views_'))
      where jsonb_typeof(metadata) = 'object' and metadata::text like '%console_views_%'`)
  }
}
