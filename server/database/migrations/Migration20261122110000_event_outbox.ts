import { Migration } from '@mikro-orm/migrations'

/** Moves undelivered events from jobs to an outbox. */
export class Migration20261122110000_event_outbox extends Migration {
  override up(): void {
    this.addSql('create table event_outbox (event_id bigint primary key)')
    this.addSql(handOutAnew)
  }
}

/** Moves the events of waiting jobs to the outbox, which sends each event to all subscribers again. */
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
