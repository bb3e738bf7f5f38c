import type { EntityManager } from '@mikro-orm/postgresql'
import { readSetup, type SetupOfProcess, type SetupStepName } from '#entities/statistics/read-setup.ts'

/** Returns a line for each open step of the setup, which the console also shows on its first page. */
export async function setupReminders(em: EntityManager, process: SetupOfProcess): Promise<string[]> {
  const open = (await readSetup(em, process)).filter(({ state }) => state === 'open')
  return open.map(({ name, regions }) => {
    const names = regions.map((region) => region.name).join(', ')
    return `Not set up yet: ${TEXTS[name]}${names && ` (${names})`}.`
  })
}

const TEXTS: Record<SetupStepName, string> = {
  seller: 'the name and the address of the seller',
  regions: 'the countries in which the shop sells',
  taxes: 'the tax of a region',
  shipping: 'a way to ship goods to customers',
  payment: 'a way to pay',
  mail: 'e-mails, by a plugin such as cartwright/email and its variables',
  products: 'a published product with a price and stock',
  test_order: 'a test order',
  live: 'NODE_ENV=production',
}
