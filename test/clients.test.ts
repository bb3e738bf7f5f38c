import medusa from '@medusajs/medusa-js'
import { expect, test } from 'vitest'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { email } from '../plugins/email/index.ts'
import { narrowSchema } from './suites/clients/client-types/narrow-schema.ts'
import type { Schema, Schemas } from './suites/clients/client-types/schemas.ts'
import { type MedusaClass, medusaClassOf } from './suites/clients/medusa-client.ts'
import { CallRecorder } from './suites/clients/record-calls.ts'
import { runStories } from './suites/clients/run-stories.ts'
import { openMailServer } from './support/mail-server.ts'
import { MAIL_SETTINGS } from './support/mail-shop.ts'
import { openTestShop } from './support/shop.ts'
import { untyped } from './support/untyped.ts'

/* `npm run clients` without the packages of the registry. */

test('every function of medusa-js succeeds', async () => {
  await using server = await openMailServer()
  await using shop = await openTestShop({
    demo: true,
    plugins: [email],
    env: { SMTP_URL: server.url, ...MAIL_SETTINGS },
  })
  await enableInventory(shop.orm)
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
  expect(recorder.missingFunctions()).toEqual([])
  expect(recorder.functionNames()).toHaveLength(319)
})

const REFERENCE = '#/components/schemas/'
const text: Schema = { type: 'string' }
const schemas: Schemas = {
  Order: {
    properties: { id: text, region: { anyOf: [{ $ref: `${REFERENCE}Region` }, { type: 'null' }] } },
    required: ['id'],
  },
  Region: { properties: { id: text }, required: ['id'] },
}
const orders: Schema = { type: 'array', items: { $ref: `${REFERENCE}Order` } }
const region: Schema = { properties: { id: text }, required: ['id'] }

test.each([
  ['of rows without a relation has no relation', [{ id: '1' }], { properties: { id: text }, required: ['id'] }],
  [
    'of rows with a relation has the relation',
    [
      { id: '1', region: null },
      { id: '2', region: { id: '3' } },
    ],
    { properties: { id: text, region }, required: ['id', 'region'] },
  ],
  [
    'of rows that differ has the common properties',
    [{ id: '1' }, { id: '2', region: { id: '3' } }],
    { properties: { id: text }, required: ['id'] },
  ],
  ['without rows refers to rows with all relations', [], { $ref: `${REFERENCE}ShownOrder` }],
])('the narrowed schema %s', (_, rows, items) => {
  expect(narrowSchema(schemas, orders, [rows])).toEqual({ type: 'array', items })
})
