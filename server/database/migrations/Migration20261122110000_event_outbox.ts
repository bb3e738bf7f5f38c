import { Migration } from '@mikro-orm/migrations'

/** Events that are still to be handed out stand in an outbox, no longer in a job each. */
export class Migration20261122110000_event_outbox extends Migration {
  override up(): void {
    this.addSql('create table event_outbox (event_id bigint primary key)')
    this.addSql(handOutAnew)
  }
}

/** What waited in jobs of the old kinds: a single event to a single subscriber is handed to all of them again. */
const handOutAnew = `
  do $$ begin
    if to_regclass('graphile_worker._private_jobs') is not null then
      with given_up as (
        delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
        where task.id = job.task_id and task.identifier in ('dispatch_events', 'deliver_event')
        returning coalesce(job.payload -> 'ids', json_build_array(job.payload -> 'event_id')) as ids
      )
      insert into event_outbox (event_id)
      select distinct id::bigint from given_up, json_array_elements_text(ids) as id;
    end if;
  end $$`
