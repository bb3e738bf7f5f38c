import type { MikroORM } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { StartError } from '#server/base/start-error.ts'

/** @throws StartError if the shop has products, customers, carts or orders. */
export async function assertEmpty(orm: MikroORM): Promise<void> {
  const [found] = await selectUse(orm.em.fork())
  if (found?.is_used)
    throw new StartError('The shop has products, customers, carts or orders. Set DATABASE_URL to an empty database.')
}

const selectUse = statement<{ is_used: boolean }>(`
  select exists (select from product) or exists (select from customer) or exists (select from cart)
    or exists (select from "order") as is_used`)
