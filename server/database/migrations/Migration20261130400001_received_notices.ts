import { Migration } from '@mikro-orm/migrations'

/** The notices of webhooks of plugins, so that each one has an effect once. */
export class Migration20261130400001_received_notices extends Migration {
  override up(): void {
    this.addSql(`create table received_notice (
      webhook text not null, notice_id text not null, received_at timestamptz(3) not null default now(),
      processed_at timestamptz(3), primary key (webhook, notice_id))`)
    this.addSql('create index received_notice_received_at_idx on received_notice (received_at)')
  }
}
