import { Client, type ClientConfig, type QueryResult } from 'pg'
import { type DatabaseAddress, hostOf, type SessionTarget } from './database-address.ts'
import { SWITCH_COLUMNS } from './planned-switch.ts'

/** No host has the property that the address asks for. The code is that of a server that accepts no connections yet. */
export class NoMatchingHost extends Error {
  readonly code = '57P03'
  /** Another host gets the property in a moment. */
  isSwitching = false
}

interface SessionState {
  is_standby: boolean
  is_read_only: boolean
  is_announced: boolean
  is_switching: boolean
}

export interface FoundHost {
  url: string
  /** Another host gets the property within seconds. */
  isAnnounced: boolean
}

/** Milliseconds in which a host must answer. */
const PROBE_TIMEOUT = 3000

/** The name of a connection that only looks for the host. */
export const PROBE_APPLICATION = 'cartwright hosts'

/**
 * Asks all hosts at once, so that a host that does not respond costs no time.
 * @throws NoMatchingHost
 */
export async function findHost({ urls, target }: DatabaseAddress, config: ClientConfig): Promise<FoundHost> {
  const states = urls.map(async (url) => ({ url, state: await askHost({ ...config, connectionString: url }) }))
  const firstWith = (wanted: SessionTarget) =>
    Promise.any(
      states.map(async (pending) => {
        const { url, state } = await pending
        if (!matches(state, wanted)) throw new Error(state.is_standby ? 'is a standby' : 'is not one')
        if (state.is_switching && wanted === 'read-write') throw new Error('is being replaced')
        return { url, isAnnounced: state.is_announced }
      }),
    )
  try {
    if (target !== 'prefer-standby') return await firstWith(target)
    return await firstWith('standby').catch(() => firstWith('any'))
  } catch (error) {
    const reasons = (error as AggregateError).errors as Error[]
    const found = urls.map((url, i) => `${hostOf(url)}: ${reasons[i]!.message}`)
    const problem = new NoMatchingHost(`No host of the database is ${target} (${found.join('; ')})`, {
      cause: reasons[0],
    })
    const answers = await Promise.allSettled(states)
    problem.isSwitching = answers.some((answer) => answer.status === 'fulfilled' && answer.value.state.is_switching)
    throw problem
  }
}

/** @throws NoMatchingHost if the session does not have the property. */
export async function assertSession(client: Client, target: SessionTarget): Promise<void> {
  if (target === 'any' || target === 'prefer-standby') return
  if (!matches(await stateOf(client), target)) throw new NoMatchingHost(`${client.host} is no longer ${target}`)
}

async function askHost(config: ClientConfig): Promise<SessionState> {
  const limits = { connectionTimeoutMillis: PROBE_TIMEOUT, query_timeout: PROBE_TIMEOUT }
  const client = new Client({ ...config, ...limits, application_name: PROBE_APPLICATION })
  client.on('error', () => {})
  try {
    await client.connect()
    return await stateOf(client)
  } finally {
    void client.end().catch(() => {})
  }
}

/**
 * A session that began before its database became read-only can still write, so the setting of the database counts too. The locks come first:
 * a switch that has ended in between has changed the setting already.
 */
async function stateOf(client: Client): Promise<SessionState> {
  const results: unknown = await client.query(`select ${SWITCH_COLUMNS}; ${READ_ONLY}`)
  const [locks, state] = results as [QueryResult<SessionState>, QueryResult<SessionState>]
  return { ...locks.rows[0]!, ...state.rows[0]! }
}

/** Whether new sessions cannot change the database, by its setting. */
export const IS_DATABASE_READ_ONLY_SQL = `exists (
  select from pg_db_role_setting where setrole = 0
    and setdatabase = (select oid from pg_database where datname = current_database())
    and 'default_transaction_read_only=on' = any (setconfig))`

const READ_ONLY = `
  select pg_is_in_recovery() as is_standby,
    current_setting('transaction_read_only')::boolean or ${IS_DATABASE_READ_ONLY_SQL} as is_read_only`

function matches({ is_standby, is_read_only }: SessionState, target: SessionTarget): boolean {
  switch (target) {
    case 'read-write':
      return !is_read_only
    case 'read-only':
      return is_read_only
    case 'primary':
      return !is_standby
    case 'standby':
      return is_standby
    default:
      return true
  }
}
