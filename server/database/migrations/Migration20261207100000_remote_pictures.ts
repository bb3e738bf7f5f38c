import { Migration } from '@mikro-orm/migrations'

/** The pictures of imported files, which the shop fetches from other servers. */
export class Migration20261207100000_remote_pictures extends Migration {
  override up(): void {
    this.addSql(`
create table remote_picture (
  source_url text primary key check (length(source_url) <= 2000),
  created_at timestamptz(3) not null,
  batch_job_id text references batch_job on delete set null,
  attempts integer not null,
  next_attempt_at timestamptz(3) not null,
  error text,
  file_key text references upload on delete cascade,
  url text,
  stored_at timestamptz(3),
  failed_at timestamptz(3),
  check (num_nonnulls(stored_at, failed_at) <= 1),
  check (num_nonnulls(stored_at, file_key, url) in (0, 3))
)`)
    this.addSql('create index on remote_picture (batch_job_id)')
    this.addSql('create index on remote_picture (file_key)')
    this.addSql('create index on remote_picture using hash (url)')
    this.addSql('create index on remote_picture (next_attempt_at) where stored_at is null and failed_at is null')
    this.addSql('create index on image using hash (url)')
  }
}
