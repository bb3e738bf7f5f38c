import type { Client } from 'pg'

/*
 * A command that makes another host the database of the shop informs all processes by two locks of its session. They end with the
 * session, so a command that ends lets the processes continue.
 */

const keyOf = (phase: string): string => `hashtextextended('cartwright switch ${phase}', 0)`

const ANNOUNCED = keyOf('announced')
const RUNNING = keyOf('running')

/** Processes look more often, so that they notice the switch at the same time. */
export const announceSwitch = (client: Client): Promise<unknown> =>
  client.query(`select pg_advisory_lock(${ANNOUNCED})`)

/** Processes return their connections. Their requests wait for the other host. */
export const beginSwitch = (client: Client): Promise<unknown> => client.query(`select pg_advisory_lock(${RUNNING})`)

export const endSwitch = (client: Client): Promise<unknown> => client.query(`select pg_advisory_unlock(${RUNNING})`)

/** The columns `is_announced` and `is_switching`. */
export const SWITCH_COLUMNS = `
  not pg_try_advisory_xact_lock_shared(${ANNOUNCED}) as is_announced,
  not pg_try_advisory_xact_lock_shared(${RUNNING}) as is_switching`
