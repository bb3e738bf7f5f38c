import { type CartReply, checkOutOver, checkout, type Send, type Step } from '../checkout.ts'
import { Connection } from '../connection.ts'
import type { BenchShop } from '../shop.ts'

/**
 * `own` is this service. `floor` is a minimal server that commits carts asynchronously, as this service does.
 * `durableFloor` commits them durably. `peer` is another server with the same API.
 */
export const PROGRAMS = ['own', 'floor', 'durableFloor', 'peer'] as const
export type Program = (typeof PROGRAMS)[number]
export const NAMES: Record<Program, string> = {
  own: 'Cartwright',
  floor: 'floor',
  durableFloor: 'floor, all durable',
  peer: 'peer',
}

/** In old results, the only floor commits durably. */
export function namesOf(measured: readonly { program: Program }[]): Record<Program, string> {
  const hasBothFloors = measured.some(({ program }) => program === 'durableFloor')
  return hasBothFloors ? NAMES : { ...NAMES, floor: NAMES.durableFloor }
}

export interface Contender {
  program: Program
  url: string
  /** Process ID of a server on this machine. */
  pid: number | undefined
  shop: BenchShop
  carts: string[]
}

const CARTS = 20

export async function prepareContender(one: Omit<Contender, 'carts'>, count = CARTS): Promise<Contender> {
  const connection = new Connection(one.url)
  const carts: string[] = []
  for (let i = 0; i < count; i++) carts.push(await fullCart(connection, one.shop, i))
  connection.close()
  return { ...one, carts }
}

class Enough extends Error {}

async function fullCart(connection: Connection, shop: BenchShop, i: number): Promise<string> {
  let id = ''
  const send: Send = async <Body>(step: Step, method: string, path: string, body?: object) => {
    if (step === 'complete') throw new Enough()
    const answer = await connection.send<Body & CartReply>(method, path, body)
    id = answer.cart.id
    return answer
  }
  await checkout(send, shop, i).catch((error) => {
    if (!(error instanceof Enough)) throw error
  })
  return id
}

type Totals = Record<string, unknown>

export async function totalsOf({ url, carts }: Contender): Promise<object> {
  const connection = new Connection(url)
  const { cart } = await connection.get<CartReply>(`/store/carts/${carts[0]}`)
  connection.close()
  const pick = ({ subtotal, discount_total, shipping_total, tax_total, total }: Totals) => ({
    ...{ subtotal, discount_total, shipping_total, tax_total, total },
  })
  const lines = cart.items.map(({ subtotal, discount_total, tax_total, total }: Totals) => ({
    ...{ subtotal, discount_total, tax_total, total },
  }))
  // Servers return lines in different orders.
  return { ...pick(cart), lines: lines.toSorted((a: Totals, b: Totals) => Number(a.total) - Number(b.total)) }
}

export async function orderTotalsOf({ url, shop }: Contender): Promise<object> {
  const connection = new Connection(url)
  const order = await checkOutOver(connection, shop, 1)
  connection.close()
  const { subtotal, discount_total, shipping_total, tax_total, total } = order
  return { subtotal, discount_total, shipping_total, tax_total, total }
}
