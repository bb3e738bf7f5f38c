import { SCHEMA, type Side } from './side.ts'

/* The state of a move without a directory, in a table of the database that is the shop. It is not replicated. */

export interface MoveState {
  /** `migrationsIn` the shop when its copy was made. */
  migrations: string
  /** Whether the copy has become the shop. */
  has_switched: boolean
}

export async function readState({ query }: Side): Promise<MoveState | undefined> {
  const [table] = await query(`select where to_regclass('${SCHEMA}.state') is not null`)
  if (!table) return undefined
  const [state] = await query<MoveState & Record<string, unknown>>(
    `select migrations, has_switched from ${SCHEMA}.state`,
  )
  return state
}

/** Replaces the state. */
export async function writeState({ query }: Side, { migrations, has_switched }: MoveState): Promise<void> {
  await query(`create schema if not exists ${SCHEMA}`)
  await query(`create table if not exists ${SCHEMA}.state (id int primary key, migrations text, has_switched boolean)`)
  await query(
    `insert into ${SCHEMA}.state values (1, $1, $2)
     on conflict (id) do update set migrations = excluded.migrations, has_switched = excluded.has_switched`,
    [migrations, has_switched],
  )
}
