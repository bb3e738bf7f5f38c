import { seedDemoShop } from '#server/database/demo-shop.ts'
import { createShop } from '#server/hosting/create-shop.ts'
import { openLog } from '#server/operate/log.ts'
import { openProgram } from '#server/process/open-program.ts'
import { readConfig } from '#server/settings/config.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { shop } from '#server/shop.ts'

export interface CreatedShop {
  id: string
  host: string
  milliseconds: number
}

/** The first shop takes longer, because it also creates the template. */
export async function createShops(
  variables: Record<string, string>,
  { count, login }: { count: number; login: { email: string; password: string } },
): Promise<CreatedShop[]> {
  await using resources = new AsyncDisposableStack()
  const config = readConfig(variables)
  const opened = await openProgram(shop, { config, logger: openLog('error'), print: () => {} }, resources)
  const program = { ...opened, env: variables }
  const created: CreatedShop[] = []
  for (let i = 0; i < count; i++) {
    const [id, began] = [`shop${i}`, performance.now()]
    const host = `${id}.example.com`
    await createShop(program, { id, hosts: [host], settings: {}, administrator: login })
    created.push({ id, host, milliseconds: performance.now() - began })
  }
  return created
}

export async function seedCatalogue(url: string): Promise<void> {
  const orm = await openDatabase(url, {}, readParts(shop.plugins, {}))
  await seedDemoShop(orm)
  await orm.close()
}
