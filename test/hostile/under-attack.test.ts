import { expect, test } from 'vitest'
import { startServer } from '../../bench/server.ts'
import { setUpShop } from '../../bench/shop.ts'
import { createAttackTargets } from '../suites/hostile/under-attack/attack-targets.ts'
import { Attacker } from '../suites/hostile/under-attack/attacker.ts'
import { ATTACKS } from '../suites/hostile/under-attack/attacks.ts'
import { serve } from '../suites/hostile/under-attack/measure-attack.ts'
import { cloneDatabase } from '../support/postgres.ts'

/* A short run of `npm run hostile -- --part attacks`, which checks no response times. */

test('customers are served while the shop is attacked', async () => {
  await using ending = new AsyncDisposableStack()
  const { url: databaseUrl } = ending.use(await cloneDatabase())
  const server = ending.use(await startServer(databaseUrl, { TRUST_PROXY: 'false', DATABASE_POOL_MAX: '3' }))
  const { url, pid } = server
  const shop = await setUpShop(server)
  const targets = await createAttackTargets({ server, databaseUrl, products: 60 }, shop)
  const customers = { url, pid, shop, clients: 1, seconds: 0, checkouts: 1 }
  const refused: Record<string, string[]> = {}
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const attacker = new Attacker(url)
    const attacking = attack(attacker, targets)
    refused[name] = (await serve(customers)).refused
    attacker.stop()
    await attacking
  }
  expect(refused).toEqual(Object.fromEntries(Object.keys(ATTACKS).map((name) => [name, []])))
})
