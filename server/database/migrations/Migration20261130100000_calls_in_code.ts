import { Migration } from '@mikro-orm/migrations'

/** Plugins and scripts call operations in code. The audit log names the plugin or the user. */
export class Migration20261130100000_calls_in_code extends Migration {
  override up(): void {
    this.addSql(`
      alter table audit_log
        add column plugin text,
        alter column user_id drop not null,
        drop constraint audit_log_authenticated_by_check,
        add constraint audit_log_authenticated_by_check
          check (authenticated_by in ('session', 'jwt', 'api_token', 'api_key', 'code')),
        add constraint audit_log_plugin_check check ((plugin is null) = (user_id is not null)),
        add constraint audit_log_code_check check (plugin is null or authenticated_by = 'code')`)
  }
}
