import { Migration } from '@mikro-orm/migrations'

export class Migration20261124110000_notifications_of_events extends Migration {
  override up(): void {
    this.addSql('alter table notification add event_id bigint')
    this.addSql('create unique index notification_event_id_idx on notification (event_id, provider_id)')
  }
}
