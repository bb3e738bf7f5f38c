import { Migration } from '@mikro-orm/migrations'

/** Two-factor authentication of operators, and the devices of their sessions. */
export class Migration20270112000000_operator_accounts extends Migration {
  override up(): void {
    this.addSql(`
      alter table operator_session
        add column created_at timestamptz(3) not null default now(),
        add column last_used_at timestamptz(3),
        add column user_agent text,
        add column address text`)
    // The columns of the users of a shop. Here, the user is a person.
    this.addSql(`
      create table second_factor (
        id text primary key,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        user_id text not null unique references person (id) on delete cascade,
        app_secret text,
        app_step bigint not null,
        recovery_hashes text[] not null,
        failures integer not null,
        failing_since timestamptz(3)
      )`)
  }
}
