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
  shop: VisitShop
  connection: Connection
  /** Undefined for the floor, which has no sessions. */
  customer: Connection | undefined
  admin: Connection | undefined
}

interface Address {
  program: Program
  url: string
  pid: number | undefined
  databaseUrl: string | undefined
}

export async function prepareContender(
  { url, ...one }: Address,
  shop: VisitShop,
  login: Login | undefined,
): Promise<Contender> {
  const connection = new Connection(url)
  if (!login) return { ...one, shop, connection, customer: undefined, admin: undefined }
  const customer = new Connection(url)
  await customer.post('/store/auth', shop.customer)
  const admin = new Connection(url)
  await admin.logIn(login.email, login.password)
  return { ...one, shop, connection, customer, admin }
}

export async function preparePeer(login: Login, products: number): Promise<Contender> {
  const { url } = login
  const pid = isLocal(url) ? pidListeningOn(Number(new URL(url).port)) : undefined
  const shop = await findOrSetUpVisitShop(login, products)
  return prepareContender({ program: 'peer', url, pid, databaseUrl: undefined }, shop, login)
}
