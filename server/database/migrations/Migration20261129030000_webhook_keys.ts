import { Migration } from '@mikro-orm/migrations'

/** The API key that saved a webhook last. The audit log knows it for existing webhooks. */
export class Migration20261129030000_webhook_keys extends Migration {
  override up(): void {
    this.addSql('alter table webhook add column api_key_id text references api_key')
    this.addSql(`
      update webhook w set api_key_id = saved.api_key_id
      from (
        select distinct on (change -> 'ids' ->> 0) change -> 'ids' ->> 0 as id, a.api_key_id
        from audit_log a, jsonb_array_elements(a.changes) change
        where a.procedure in ('admin.webhooks.create', 'admin.webhooks.update') and change ->> 'table' = 'webhook'
        order by change -> 'ids' ->> 0, a.created_at desc
      ) saved
      where saved.id = w.id and saved.api_key_id in (select id from api_key)`)
  }
}
