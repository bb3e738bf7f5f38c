import { Migration } from '@mikro-orm/migrations'

/** Invitations of users. */
export class Migration20261121180110_invites extends Migration {
  override up(): void {
    this.addSql(invites)
  }
}

const invites = `
create table invite (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  metadata jsonb,
  user_email text not null,
  role text not null check (role in ('admin', 'member', 'developer')),
  expires_at timestamptz(3) not null
);
create unique index on invite (user_email);
create index on invite (created_at desc, id desc);
`
