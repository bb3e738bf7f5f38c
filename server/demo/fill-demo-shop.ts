import { dispatchOutbox } from '#entities/platform/event/dispatch-outbox.ts'
import { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'
import { analyzeTables } from '#server/database/analyze-tables.ts'
import { type DemoOptions, openDemoCallers } from './demo-callers.ts'
import { addDraftOrders } from './draft-orders.ts'
import { furnishCatalogue } from './furnish-catalogue.ts'
import { furnishMarket, offerTestPayment, readMarket, TEST_PROVIDER } from './furnish-market.ts'
import { addCustomers, addPromotions } from './furnish-promotions.ts'
import { moveHistory } from './move-history.ts'
import { runHistory } from './run-history.ts'

/**
 * Fills the shop of `seedDemoShop` with pictures, categories, regions, promotions, customers, and four weeks of orders.
 * All of it goes through the procedures of the shop. An administrator must exist. Sends no messages.
 */
export async function fillDemoShop(options: DemoOptions): Promise<void> {
  const callers = await openDemoCallers(options)
  const { admin } = callers
  await furnishMarket(admin)
  await furnishCatalogue(admin, options)
  const groups = await addCustomers(admin)
  await addPromotions(admin, groups)
  const shop = { ...callers, market: await readMarket(admin), completions: new WorkSlots({ slots: 1 }) }
  const chapters = await runHistory(shop)
  await addDraftOrders(shop)
  if (options.parts?.providers.payment.has(TEST_PROVIDER)) await offerTestPayment(admin)
  await dispatchQuietly(options)
  await moveHistory(options.orm, chapters)
  await analyzeTables(options.orm.em.fork())
}

/** Empties the outbox without a receiver, so that no customer gets a mail about an old order. */
async function dispatchQuietly({ orm }: DemoOptions): Promise<void> {
  const em = orm.em.fork()
  while ((await dispatchOutbox(em, [])) > 0);
}
