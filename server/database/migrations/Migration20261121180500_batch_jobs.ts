import { Migration } from '@mikro-orm/migrations'

/** Batch jobs, such as imports and exports. */
export class Migration20261121180500_batch_jobs extends Migration {
  override up(): void {
    this.addSql(table)
    this.addSql(news)
  }
}

const table = `
create table batch_job (
  id text primary key,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  type text not null,
  created_by text not null references "user",
  dry_run boolean not null,
  context jsonb not null,
  result jsonb,
  pre_processed_at timestamptz(3),
  confirmed_at timestamptz(3),
  processing_at timestamptz(3),
  completed_at timestamptz(3),
  canceled_at timestamptz(3),
  failed_at timestamptz(3),
  check (num_nonnulls(completed_at, canceled_at, failed_at) <= 1),
  check (confirmed_at is null or pre_processed_at is not null),
  check (processing_at is null or confirmed_at is not null),
  check (completed_at is null or processing_at is not null)
);
create index on batch_job (created_by, created_at, id);
`

/** Notifies listeners of each change of a batch job. */
const news = `
create function tell_of_batch_job() returns trigger language plpgsql as $$
begin
  perform pg_notify('batch_job', new.id);
  return null;
end
$$;
create trigger batch_job_changed after insert or update on batch_job
  for each row execute function tell_of_batch_job();
`
