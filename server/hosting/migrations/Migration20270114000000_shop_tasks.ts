import { Migration } from '@mikro-orm/migrations'

/**
 * Long work on a shop that an operator has started. The process that runs it renews `beat_at`, so an old one means that the process has ended. A shop has
 * one running task.
 */
export class Migration20270114000000_shop_tasks extends Migration {
  override up(): void {
    this.addSql(`
      create table shop_task (
        id text primary key,
        created_at timestamptz(3) not null default now(),
        kind text not null,
        shop_id text not null,
        actor text not null,
        details jsonb not null,
        status text not null check (status in ('running', 'done', 'failed', 'canceled')),
        progress jsonb,
        failure jsonb,
        beat_at timestamptz(3) not null default now(),
        cancel_at timestamptz(3),
        ended_at timestamptz(3)
      )`)
    this.addSql(`create unique index shop_task_running on shop_task (shop_id) where status = 'running'`)
    this.addSql('create index shop_task_created_at on shop_task (created_at)')
  }
}
