import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coreParts } from '#server/shop/core-parts.ts'
import { superJsonOf } from '#server/testing/hostile/encode.ts'
import { inputsOf } from '#server/testing/hostile/inputs.ts'
import { changedTables, takeSnapshot } from '#server/testing/hostile/snapshot.ts'
import { targetsOf } from '#server/testing/hostile/targets.ts'
import { vocabularyOf } from '#server/testing/hostile/vocabulary.ts'
import { populateShop } from '#test/support/populate-shop.ts'
import { rehearse } from '#test/support/rehearse.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/** The mutations without a dry run, and the reason that the server gives. */
const WITHOUT: Record<string, string> = {
  'admin.account.addApp': 'Its purpose is the secret in its response.',
  'admin.account.addPasskey': 'Its purpose is the recovery codes in its response.',
  'admin.account.beginApp': 'Its purpose is the secret in its response.',
  'admin.account.beginPasskey': 'Its purpose is the challenge in its response.',
  'admin.account.changePassword': 'It changes the session cookie.',
  'admin.account.renewRecoveryCodes': 'Its purpose is the secret in its response.',
  'admin.apps.authorize': 'It calls the OAuth provider of the application.',
  'admin.apps.install': 'It calls the OAuth provider of the application.',
  'admin.apps.refresh': 'It calls the OAuth provider of the application.',
  'admin.apps.uninstall': 'It calls the OAuth provider of the application.',
  'admin.auth.login': 'Only the operations of a logged-in user have one.',
  'admin.auth.loginWithPasskey': 'Only the operations of a logged-in user have one.',
  'admin.auth.logout': 'It changes the session cookie.',
  'admin.auth.passkeyOptions': 'Only the operations of a logged-in user have one.',
  'admin.auth.token': 'Only the operations of a logged-in user have one.',
  'admin.batchJobs.previewMapping': 'A preview changes nothing.',
  'admin.customers.export': 'It changes nothing, and the audit log records each export.',
  'admin.invites.accept': 'Only the operations of a logged-in user have one.',
  'admin.store.changeLogo': 'A dry run cannot undo changes of files.',
  'admin.uploads.create': 'A dry run cannot undo changes of files.',
  'admin.uploads.createProtected': 'A dry run cannot undo changes of files.',
  'admin.uploads.delete': 'A dry run cannot undo changes of files.',
  'admin.uploads.downloadUrl': 'A dry run cannot undo changes of files.',
  'admin.users.requestPasswordReset': 'Only the operations of a logged-in user have one.',
  'admin.users.resetPassword': 'Only the operations of a logged-in user have one.',
}

/** The audit log must not contain the values that an erasure removes. The inputs of the others repeat the stored values. */
const MAY_SHOW_NO_ROWS = [
  'admin.customers.erase',
  'admin.deletedRows.restore',
  'admin.orders.revokePaymentLinks',
  'admin.payments.capture',
  'admin.products.restore',
  'admin.regions.addFulfillmentProvider',
  'admin.regions.addPaymentProvider',
  'admin.regions.update',
  'admin.swaps.revokePaymentLinks',
]

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The largest number of changes of the successful dry runs, by the name of the mutation. */
const changeCounts = new Map<string, number>()
const recordCount = (name: string, count: number) =>
  changeCounts.set(name, Math.max(changeCounts.get(name) ?? 0, count))

const state = () => takeSnapshot((sql) => shop.orm.em.fork().execute<Record<string, unknown>[]>(sql))
const mutations = targetsOf(coreParts.routers.app).filter(({ type }) => type === 'mutation')

test('a dry run of each step in the life of orders succeeds like the step, and changes nothing', async () => {
  const { shop: rehearsing, rehearsed } = rehearse(shop)
  await populateShop(rehearsing)
  for (const { name, rest } of mutations) {
    const count = rest && rehearsed.get(`${rest.method} ${rest.path.replace(/\{\w+\}/g, '*')}`)
    if (count !== undefined) recordCount(name, count)
  }
  expect([...rehearsed.keys()]).toEqual(
    expect.arrayContaining([
      'POST /admin/orders/*/capture',
      'POST /admin/orders/*/fulfillment',
      'POST /admin/orders/*/shipment',
      'POST /admin/orders/*/return',
      'POST /admin/returns/*/receive',
      'POST /admin/orders/*/claims',
      'POST /admin/orders/*/swaps',
      'POST /admin/orders/*/cancel',
      'POST /admin/order-edits/*/confirm',
      'POST /admin/products',
    ]),
  )
})

test('each mutation of the administration has a dry run, or gives a reason', async () => {
  const vocabulary = await vocabularyOf(shop.orm)
  const reasons: Record<string, string> = {}
  const accepted = new Set<string>()
  const before = await state()
  const routers = Map.groupBy(mutations, ({ name }) => name.split('.').slice(0, 2).join('.'))
  for (const [router, ofRouter] of routers) {
    if (!router.startsWith('admin.')) continue
    await dryRunEach(ofRouter)
    expect(changedTables(before, await state()), router).toEqual([])
  }
  expect(reasons).toEqual(WITHOUT)
  expect(accepted.size).toBeGreaterThan(40)

  async function dryRunEach(targets: typeof mutations): Promise<void> {
    for (const { name, input, takesFiles } of targets) {
      const inputs = input && !takesFiles ? fc.sample(inputsOf(input, name, vocabulary), { numRuns: 8, seed: 7 }) : [{}]
      for (const one of inputs) {
        const { status, text } = await dryRun(name, one)
        const reason = /A dry run is not possible\. (.*?) Send/.exec(text)?.[1]
        if (reason) reasons[name] = reason
        else expect([200, 400, 403, 404, 409, 422], `${name} ${text}`).toContain(status)
        if (status === 200) accepted.add(name)
        if (status === 200) recordCount(name, Number(/"change_count":(\d+)/.exec(text)?.[1]))
      }
    }
  }
})

test('each dry run changes rows, because a mutation whose purpose is its response has no dry run', () => {
  // The test before fills the counts.
  expect(changeCounts.size).toBeGreaterThan(40)
  const unchanged = [...changeCounts].filter(([, count]) => !(count > 0)).map(([name]) => name)
  // The deletion of a missing row succeeds.
  const suspects = unchanged.filter((name) => !/\.(delete|remove)/.test(name))
  expect(MAY_SHOW_NO_ROWS).toEqual(expect.arrayContaining(suspects))
})

test('no mutation of the store has a dry run', async () => {
  for (const { name } of mutations.filter(({ name }) => name.startsWith('store.')))
    expect((await dryRun(name, {})).text, name).toContain('A dry run is not possible')
})

async function dryRun(name: string, input: unknown): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${shop.url}/trpc/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.token}`, 'content-type': 'application/json', 'x-dry-run': 'true' },
    body: superJsonOf(input),
  })
  return { status: answer.status, text: await answer.text() }
}
