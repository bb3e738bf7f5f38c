import { escapeIdentifier } from 'pg'
import { InvalidData } from '#entities/errors.ts'
import { openSide, type Place, type Side } from './side.ts'

interface ServerFacts {
  role: string
  /** From PostgreSQL 16, a role other than a superuser can subscribe. */
  has_subscription_role: boolean
  /** A promoted standby has the system identifier of its primary, and another time of its start. */
  system: string
  wal_level: string
  replicates: boolean
  subscribes: boolean
}

/** The database of `target` can be missing. @throws InvalidData if the servers cannot replicate to each other. */
export async function checkSides(source: Side, target: Place): Promise<void> {
  await using server = await openSide({ ...target, databaseUrl: target.serverUrl })
  const [from, to] = await Promise.all([factsOf(source), factsOf(server)])
  if (from.system === to.system)
    throw new InvalidData(
      `${source.server} and ${target.server} are the same PostgreSQL server, so there is nothing to move`,
    ).because({ name: 'servers_are_one' })
  for (const [{ server }, facts] of [
    [source, from],
    [target, to],
  ] as const) {
    if (facts.wal_level !== 'logical')
      throw new InvalidData(
        `The PostgreSQL server ${server} has wal_level = ${facts.wal_level}. A move needs logical: run \`alter system set wal_level = 'logical'\` there, also in the embedded PostgreSQL, and restart it.`,
      ).because({ name: 'server_not_logical', server })
    const rights = missingRights(facts)
    if (rights.length > 0)
      throw new InvalidData(
        `The role ${facts.role} of the PostgreSQL server ${server} lacks rights for a move. As a superuser, run there: ${rights.join('; ')}`,
      ).because({ name: 'server_role_limited', server })
  }
}

function missingRights({ role, replicates, subscribes, has_subscription_role }: ServerFacts): string[] {
  const name = escapeIdentifier(role)
  if (!subscribes && !has_subscription_role) return [`alter role ${name} superuser`]
  return [
    ...(replicates ? [] : [`alter role ${name} replication`]),
    ...(subscribes ? [] : [`grant pg_create_subscription to ${name}`]),
  ]
}

async function factsOf({ query }: Side): Promise<ServerFacts> {
  const [facts] = await query<ServerFacts>(`
    select (select system_identifier || ' ' || pg_postmaster_start_time() from pg_control_system()) as system,
      current_setting('wal_level') as wal_level, rolsuper or rolreplication as replicates,
      rolsuper or exists (
        select from pg_roles granted where rolname = 'pg_create_subscription' and pg_has_role(current_user, granted.oid, 'member')
      ) as subscribes, rolname as role,
      exists (select from pg_roles where rolname = 'pg_create_subscription') as has_subscription_role
    from pg_roles where rolname = current_user`)
  return facts!
}
