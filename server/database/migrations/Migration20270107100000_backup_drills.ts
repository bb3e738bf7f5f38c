import { Migration } from '@mikro-orm/migrations'

/** The reports of the drills that restore the last backup. */
export class Migration20270107100000_backup_drills extends Migration {
  override up(): void {
    this.addSql(
      'create table backup_drill (ended_at timestamptz not null default now(), passed boolean not null, report jsonb not null)',
    )
    this.addSql('create index backup_drill_ended_at_idx on backup_drill (ended_at)')
  }
}
