import { Migration } from '@mikro-orm/migrations'

/** Stores responses for idempotency keys as bytes, because base64 took twice the time and space. */
export class Migration20261122070000_answer_as_bytes extends Migration {
  override up(): void {
    this.addSql(`alter table idempotency_key alter column answer type bytea using decode(answer, 'base64')`)
  }
}
