import type { MikroORM } from '@mikro-orm/postgresql'
import type { inferRouterOutputs } from '@trpc/server'
import type { PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import { NotAllowed } from '#entities/errors.ts'
import { User } from '#entities/people/user/user.ts'
import type { FileStore } from '#entities/platform/file/file-port.ts'
import type { AppRouter } from '#routers/index.ts'
import { contextDependenciesOf, type ServiceOptions } from '#server/http/context-dependencies.ts'
import type { ContextDependencies } from '#server/http/request-context.ts'
import { openOperations } from '#server/operations/open-operations.ts'
import type { As, ShopOperations } from '#server/plugin/operations.ts'
import { manualPayment } from '#server/providers/manual.ts'
import { coreParts } from '#server/shop/core-parts.ts'

export interface DemoOptions extends Pick<ServiceOptions, 'orm' | 'config' | 'parts'> {
  files: FileStore
  /** Address of the server, for the URLs of pictures. */
  origin: string
}

type Caller = ShopOperations

export type Outputs = inferRouterOutputs<AppRouter>
export type Order = Outputs['admin']['orders']['get']['order']

/** Calls the procedures of the shop in this process. They check, lock and record the same as over HTTP. */
export interface DemoCallers {
  admin: Caller['admin']
  /** Calls procedures as the customer, or as a guest. */
  storeFor(customer_id?: string): Caller['store']
  /** Calls procedures while the bank refuses all captures. */
  declined: Caller['admin']
}

export async function openDemoCallers(options: DemoOptions): Promise<DemoCallers> {
  const dependencies = contextDependenciesOf(options)
  const user_id = await findAdministrator(options.orm)
  const operationsOf = (from: ContextDependencies) => openOperations<As>({ ...from, publicUrl: options.origin })
  const as = operationsOf(dependencies)
  return {
    admin: as({ user_id }).admin,
    declined: operationsOf(withDecliningBank(dependencies, options))({ user_id }).admin,
    storeFor: (customer_id) => as(customer_id ? { customer_id } : 'guest').store,
  }
}

async function findAdministrator(orm: MikroORM): Promise<string> {
  const [user] = await orm.em.fork().find(User, { role: 'admin' }, { orderBy: { created_at: 'asc' }, limit: 1 })
  if (!user) throw new Error('The orders of the demo shop need an administrator. Run: npm run shop -- user add')
  return user.id
}

const decline = async () => {
  throw new NotAllowed('The bank of the customer declined the payment')
}

const decliningBank: PaymentProvider = { ...manualPayment, capture: decline, capturePart: decline }

function withDecliningBank(dependencies: ContextDependencies, { parts = coreParts }: DemoOptions): ContextDependencies {
  const payment = new Map([...parts.providers.payment, ['manual', decliningBank] as const])
  const services = { ...dependencies.services, directProviders: { ...parts.providers, payment } }
  return { ...dependencies, services }
}
