import { Connection } from '../connection.ts'
import { isLocal, pidListeningOn } from '../processes.ts'
import type { Login } from '../shop.ts'
import { findOrSetUpVisitShop, type VisitShop } from './shop.ts'

/**
 * `own` is Cartwright. `uncached` is Cartwright without its cache of catalogue responses. `floor` is a minimal server
 * with hand-written SQL on the same tables. `peer` is another server with the same API.
 */
export const PROGRAMS = ['own', 'uncached', 'floor', 'peer'] as const
export type Program = (typeof PROGRAMS)[number]

export const NAMES: Record<Program, string> = {
  own: 'Cartwright',
  uncached: 'Cartwright, no cache',
  floor: 'floor',
  peer: 'peer',
}

export interface Contender {
  program: Program
  pid: number | undefined
  /** Undefined for a peer, whose database is not known. */
  databaseUrl: string | undefined
  /** Number of products. Visitors read at most the newest 200. */
  products: number
  shop: VisitShop
  connection: Connection
  /** Undefined for the floor, which has no sessions. */
  customer: Connection | undefined
  admin: Connection | undefined
}

interface Address extends Pick<Contender, 'program' | 'pid' | 'databaseUrl'> {
  url: string
  /** Default: the number of products that visitors read. */
  products?: number
}

export async function prepareContender(
  { url, products, ...address }: Address,
  shop: VisitShop,
  login: Login | undefined,
): Promise<Contender> {
  const one = { ...address, products: products ?? shop.products.length, shop }
  const connection = new Connection(url)
  if (!login) return { ...one, connection, customer: undefined, admin: undefined }
  const customer = new Connection(url)
  await customer.post('/store/auth', shop.customer)
  const admin = new Connection(url)
  await admin.logIn(login.email, login.password)
  return { ...one, connection, customer, admin }
}

export async function preparePeer(login: Login, products: number): Promise<Contender> {
  const { url } = login
  const pid = isLocal(url) ? pidListeningOn(Number(new URL(url).port)) : undefined
  const shop = await findOrSetUpVisitShop(login, products)
  return prepareContender({ program: 'peer', url, pid, databaseUrl: undefined }, shop, login)
}
