import { Migration } from '@mikro-orm/migrations'

/** OAuth applications. */
export class Migration20261121180120_apps extends Migration {
  override up(): void {
    this.addSql(apps)
  }
}

const apps = `
create table oauth (
  id text primary key,
  application_name text not null unique,
  display_name text not null,
  install_url text,
  uninstall_url text,
  data jsonb check (jsonb_typeof(data) = 'object')
);
`
