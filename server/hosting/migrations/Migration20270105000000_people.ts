import { Migration } from '@mikro-orm/migrations'

/** Persons of the deployment: operators, and members of several shops. */
export class Migration20270105000000_people extends Migration {
  override up(): void {
    this.addSql(`
      create table person (
        id text primary key,
        created_at timestamptz(3) not null default now(),
        email text not null unique,
        password_hash text not null,
        is_operator boolean not null default false
      )`)
    this.addSql(`
      create table operator_session (
        id text primary key,
        person_id text not null references person (id) on delete cascade,
        expires_at timestamptz(3) not null
      )`)
    this.addSql('create index operator_session_person_id on operator_session (person_id)')
    this.addSql(`
      create table shop_member (
        shop_id text not null references hosted_shop (id) on delete cascade,
        person_id text not null references person (id) on delete cascade,
        user_id text not null,
        created_at timestamptz(3) not null default now(),
        primary key (shop_id, person_id),
        unique (shop_id, user_id)
      )`)
    this.addSql('create index shop_member_person_id on shop_member (person_id)')
    this.addSql(`
      create table proven_session (
        shop_id text not null,
        session_id text not null,
        person_id text not null,
        expires_at timestamptz(3) not null,
        primary key (shop_id, session_id),
        foreign key (shop_id, person_id) references shop_member (shop_id, person_id) on delete cascade
      )`)
    this.addSql('create index proven_session_member on proven_session (person_id, shop_id)')
    this.addSql(`
      create table shop_entry (
        token_hash text primary key,
        shop_id text not null,
        person_id text not null,
        state_hash text not null,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null,
        foreign key (shop_id, person_id) references shop_member (shop_id, person_id) on delete cascade
      )`)
    this.addSql('create index shop_entry_member on shop_entry (person_id, shop_id)')
    this.addSql(`
      create table directory_audit (
        id bigint generated always as identity primary key,
        created_at timestamptz(3) not null default now(),
        actor text not null,
        action text not null,
        shop_id text,
        details jsonb not null,
        outcome text
      )`)
    // rate-limiter-flexible writes this table. A crash may lose the counts.
    this.addSql(`
      create unlogged table rate_limit (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      )`)
  }
}
