import { Migration } from '@mikro-orm/migrations'

/** Roles with scopes. The roles of existing users and the API keys keep their rights. */
export class Migration20261130300000_roles extends Migration {
  override up(): void {
    for (const sql of [roles, rolesOfPeople, widerKeys, webhooksOfUsers]) this.addSql(sql)
  }
}

const roles = `
create table role (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  name text not null unique check (name <> ''),
  scopes text[] not null check (cardinality(scopes) > 0)
);
create index on role (created_at);
insert into role (id, created_at, updated_at, name, scopes) values
  ('role_admin', now(), now(), 'admin',
    '{*,apiKeys.*,auth.*,events.*,invites.*,jobs.*,roles.*,users.*,webhooks.*}'),
  ('role_member', now(), now(), 'member', '{*,auth.*,read:invites.*,read:users.*}'),
  ('role_developer', now(), now(), 'developer', '{*,auth.*,read:invites.*,read:users.*}');
`

const rolesOfPeople = `
alter table "user" drop constraint user_role_check,
  add constraint user_role_fkey foreign key (role) references role (name) on update cascade;
alter table invite drop constraint invite_role_check,
  add constraint invite_role_fkey foreign key (role) references role (name) on update cascade;
create index on "user" (role);
create index on invite (role);
`

/** The scopes \`*\` and \`read:*\` no longer include events, jobs and webhooks. */
const widerKeys = `
update api_key set scopes = scopes || '{events.*,jobs.*,webhooks.*}' where '*' = any(scopes);
update api_key set scopes = scopes || '{read:events.*,read:jobs.*,read:webhooks.*}'
where 'read:*' = any(scopes) and not '*' = any(scopes);
`

const webhooksOfUsers = 'alter table webhook add column user_id text references "user"'
