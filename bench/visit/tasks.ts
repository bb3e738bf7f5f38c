import type { Connection } from '../connection.ts'
import type { Contender } from './contender.ts'
import { ADMIN_REQUESTS, READS, type Request } from './requests.ts'
import { createProduct, newProduct } from './shop.ts'
import { argumentsOf, visit } from './visit.ts'

export interface Task {
  name: string
  kind: 'visit' | 'read' | 'admin'
  isFor(contender: Contender): boolean
  run(contender: Contender, i: number): Promise<unknown>
}

const hasFacets = ({ program }: Contender) => program !== 'peer'

const visitBy = (name: string, connectionOf: (one: Contender) => Connection | undefined): Task => ({
  name,
  kind: 'visit',
  isFor: (one) => connectionOf(one) !== undefined,
  run: (one, i) => visit(connectionOf(one) ?? one.connection, { shop: one.shop, i, hasFacets: hasFacets(one) }),
})

export const readTask = (request: Request): Task => ({
  name: request.name,
  kind: 'read',
  isFor: (one) => request.answeredBy === 'all' || hasFacets(one),
  run: ({ connection, shop }, i) => connection.read(...argumentsOf(request, { shop, i })),
})

const adminTask = (request: Request): Task => ({
  name: request.name,
  kind: 'admin',
  isFor: ({ admin, program }) => admin !== undefined && program !== 'uncached',
  run: ({ admin, connection, shop }, i) => (admin ?? connection).read(...argumentsOf(request, { shop, i })),
})

const run = Date.now().toString(36)

const createTask: Task = {
  name: 'create a product (admin)',
  kind: 'admin',
  isFor: ({ admin, program }) => admin !== undefined && program !== 'uncached',
  async run({ admin, shop, program }, i) {
    const placement = { run: `${run}-${program}`, collection_id: shop.collections[0]! }
    if (admin) await createProduct(admin, { ...newProduct(i, placement), status: 'draft' })
  },
}

export const TASKS: readonly Task[] = [
  visitBy('visit', (one) => one.connection),
  visitBy('visit of a customer', (one) => one.customer),
  ...Object.values(READS).map(readTask),
  ...Object.values(ADMIN_REQUESTS).map(adminTask),
  createTask,
]
