import { Migration } from '@mikro-orm/migrations'

/** Gives each schema its own channel for the changes of its batch jobs. */
export class Migration20261128240100_batch_job_channels extends Migration {
  override up(): void {
    this.addSql(`
      create or replace function tell_of_batch_job() returns trigger language plpgsql as $$ begin
        perform pg_notify('batch_job' || case tg_table_schema when 'public' then '' else '_' || tg_table_schema end, new.id);
        return null;
      end $$`)
  }
}
