import medusa from '@medusajs/medusa-js'
import { expect, test } from 'vitest'
import { email } from '../plugins/email/index.ts'
import { type MedusaClass, medusaClassOf } from './suites/clients/medusa-client.ts'
import { CallRecorder } from './suites/clients/record-calls.ts'
import { runStories } from './suites/clients/run-stories.ts'
import { openMailServer } from './support/mail-server.ts'
import { MAIL_SETTINGS } from './support/mail-shop.ts'
import { openTestShop } from './support/shop.ts'
import { untyped } from './support/untyped.ts'

/** Functions for inventory, which no procedure serves. */
const INVENTORY = /\.(inventoryItems|stockLocations|reservations)\.|\.(getInventory|\w+Location)$/

/* `npm run clients` without the packages of the registry. */

test('every function of medusa-js succeeds', { timeout: 120_000 }, async () => {
  await using server = await openMailServer()
  await using shop = await openTestShop({
    demo: true,
    plugins: [email],
    env: { SMTP_URL: server.url, ...MAIL_SETTINGS },
  })
  const recorder = new CallRecorder(medusaClassOf(untyped<MedusaClass>(medusa)), shop.url)
  const failures = await runStories(recorder, {
    password: 'correct horse',
    mails: server.received,
    async waitFor(look) {
      for (;;) {
        await shop.runJobs()
        const found = await look()
        if (found) return found
      }
    },
  })
  expect(failures).toEqual([])
  expect(recorder.missingFunctions().filter((name) => !INVENTORY.test(name))).toEqual([])
  expect(recorder.functionNames()).toHaveLength(319)
})
