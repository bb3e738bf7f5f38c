import { hostOf, parseAddress } from '#database/hosts/database-address.ts'
import { InvalidData } from '#entities/errors.ts'
import { StartError } from '#server/base/start-error.ts'
import { addressOf, databaseIn, withClient } from '#server/database/databases.ts'
import { hasSubscription } from './replication.ts'
import { openSide, type Place } from './side.ts'

/** The two hosts of an address. */
export interface HostPair {
  /** The host of the shop. */
  source: Place
  /** The host of the copy. */
  target: Place
  /** Whether the database of the target exists. */
  hasCopy: boolean
  /** Whether a switch ended between its last two steps, so that no host accepts writes. */
  isInterrupted: boolean
  /** Why the target does not respond. */
  lost?: StartError
}

const FORM =
  'Name both hosts in DATABASE_URL, the new one without the database: postgresql://user:password@old,new/shop?target_session_attrs=read-write'

/** A database of each server, for statements about other databases. */
const MAINTENANCE = 'postgres'

/**
 * Finds the host that has the shop, and the other one, with the copy or nothing.
 * @throws InvalidData if they are not such a pair.
 */
export async function findHostPair(address: string): Promise<HostPair> {
  const { urls, target } = parseAddress(address)
  if (urls.length !== 2 || target !== 'read-write') throw new InvalidData(FORM)
  const database = databaseIn(address)
  if (database === MAINTENANCE)
    throw new InvalidData(
      `The database of the shop has the name ${MAINTENANCE}, which each server has. Rename it first.`,
    )
  const places = urls.map((url): Place => {
    const databaseUrl = withoutTarget(url)
    return { server: hostOf(url), database, databaseUrl, serverUrl: addressOf(databaseUrl, MAINTENANCE) }
  })
  const [first, second] = places as [Place, Place]
  const [state, other] = await Promise.all([stateOf(first), stateOf(second)])
  if (state === 'writable' && other === 'writable')
    throw new InvalidData(
      `Both hosts have a database ${database} that accepts writes. Drop the one without the shop: the move creates it.`,
    )
  if (state === 'writable') return pairOf(first, second, other)
  if (other === 'writable') return pairOf(second, first, state)
  for (const one of [state, other]) if (one instanceof Error) throw one
  if (state === 'read-only' && other === 'read-only') return readOnlyPair(first, second)
  throw new InvalidData(`No host has a database ${database} that accepts writes`)
}

const pairOf = (source: Place, target: Place, state: State): HostPair => ({
  ...{ source, target, hasCopy: state === 'read-only', isInterrupted: false },
  ...(state instanceof Error && { lost: state }),
})

/** The copy has the subscription. */
async function readOnlyPair(first: Place, second: Place): Promise<HostPair> {
  await using side = await openSide(first)
  const [source, target] = (await hasSubscription(side)) ? [second, first] : [first, second]
  return { source, target, hasCopy: true, isInterrupted: true }
}

type State = 'writable' | 'read-only' | 'missing' | StartError

async function stateOf({ databaseUrl, server }: Place): Promise<State> {
  try {
    return await withClient(databaseUrl, async (client) => {
      const { rows } = await client.query<{ state: 'writable' | 'read-only'; is_standby: boolean }>(
        `select case when current_setting('transaction_read_only')::boolean then 'read-only' else 'writable' end as state,
          pg_is_in_recovery() as is_standby`,
      )
      if (rows[0]!.is_standby) throw new InvalidData(`${server} is a standby, which no shop can move to`)
      return rows[0]!.state
    })
  } catch (error) {
    if (error instanceof InvalidData) throw error
    if ((error as { code?: string }).code === '3D000') return 'missing'
    return new StartError(`Cannot connect to ${server}: ${(error as Error).message}`, { cause: error })
  }
}

function withoutTarget(address: string): string {
  const url = new URL(address)
  url.searchParams.delete('target_session_attrs')
  return url.href
}
