import { InvalidData } from '#entities/errors.ts'
import type { Side } from './side.ts'

interface ServerFacts {
  /** A promoted standby has the system identifier of its primary, and another time of its start. */
  system: string
  wal_level: string
  replicates: boolean
  subscribes: boolean
}

/** @throws InvalidData if the servers cannot replicate to each other. */
export async function checkSides(source: Side, target: Side): Promise<void> {
  const [from, to] = await Promise.all([factsOf(source), factsOf(target)])
  if (from.system === to.system)
    throw new InvalidData(
      `${source.server} and ${target.server} are the same PostgreSQL server, so there is nothing to move`,
    ).because({ name: 'servers_are_one' })
  for (const [{ server }, { wal_level, replicates, subscribes }] of [
    [source, from],
    [target, to],
  ] as const) {
    if (wal_level !== 'logical')
      throw new InvalidData(
        `The PostgreSQL server ${server} has wal_level = ${wal_level}. A move needs logical: run \`alter system set wal_level = 'logical'\` there, also in the embedded PostgreSQL, and restart it.`,
      ).because({ name: 'server_not_logical', server })
    if (!replicates || !subscribes)
      throw new InvalidData(
        `The role of the PostgreSQL server ${server} cannot replicate. Give it REPLICATION and the role pg_create_subscription (from PostgreSQL 16), or make it a superuser.`,
      ).because({ name: 'server_role_limited', server })
  }
}

async function factsOf({ query }: Side): Promise<ServerFacts> {
  const [facts] = await query<ServerFacts>(`
    select (select system_identifier || ' ' || pg_postmaster_start_time() from pg_control_system()) as system,
      current_setting('wal_level') as wal_level, rolsuper or rolreplication as replicates,
      rolsuper or exists (
        select from pg_roles granted where rolname = 'pg_create_subscription' and pg_has_role(current_user, granted.oid, 'member')
      ) as subscribes
    from pg_roles where rolname = current_user`)
  return facts!
}
