import { Writable } from 'node:stream'
import type { AnyRouter } from '@trpc/server'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { appRouter } from '#routers/index.ts'
import { documentedSchemaOf } from '#routers/reading/resource.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

/* Only the responses that create or issue a secret contain it, and no line of the log does. */

const SECRET = /pass|secret|token|hash|otp|credential|private_key|signature/

/** The responses that contain a secret. */
const RESPONSES_WITH_SECRETS = [
  'admin.apiKeys.create secret',
  'admin.apiKeys.renewSecret secret',
  // Only the user sees the secret of its new authenticator app. The tokens confirm a step of a setup or a login.
  ...[
    'account.beginApp secret',
    'account.beginApp token',
    'account.beginPasskey token',
    'auth.passkeyOptions token',
  ].map((name) => `admin.${name}`),
  // Administrators send the link to the customer.
  'admin.draftOrders.createPaymentLink token',
  'admin.orders.createPaymentLink token',
  'admin.swaps.createPaymentLink token',
  // The names of the own passkeys.
  'admin.account.secondFactor passkeys',
  'admin.auth.token access_token',
  // Administrators forward it to the invited person.
  'admin.invites.create token',
  'admin.invites.list token',
  'admin.webhooks.create secret',
  'admin.webhooks.renewSecret secret',
  'store.auth.token access_token',
  // To the user, because the token is stored in plain text.
  ...[
    'account.changeEmail',
    'account.changePassword',
    'auth.current',
    'auth.login',
    'auth.loginWithPasskey',
    'users.create',
    'users.get',
    'users.resetPassword',
    'users.resetSecondFactor',
    'users.update',
  ].map((name) => `admin.${name} api_token`),
]

type Procedures = Record<string, { _def: { output?: z.ZodType } }>

test('only the listed responses have a property for a secret', () => {
  const procedures = Object.entries((appRouter as AnyRouter)._def.procedures as Procedures)
  expect(procedures.length).toBeGreaterThan(150)
  const found = procedures.flatMap(([name, { _def }]) => {
    if (!_def.output) return []
    const schema = z.toJSONSchema(documentedSchemaOf(_def.output), { unrepresentable: 'any', io: 'output' })
    return Array.from(propertiesOf(schema), (property) => `${name} ${property}`).filter((one) =>
      SECRET.test(one.replace(/.* /, '')),
    )
  })
  expect(found.sort()).toEqual(RESPONSES_WITH_SECRETS.sort())
})

/** The names of all properties of a schema and of its nested schemas. */
function* propertiesOf(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return
  if ('properties' in schema) yield* Object.keys(schema.properties as object)
  for (const part of Object.values(schema)) yield* propertiesOf(part)
}

test('no line of the log contains a password, a token or a key', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  await using shop = await openTestShop({ logger: pino({ level: 'trace' }, stream) })
  const password = 'the password of Ann'
  const account = { email: 'ann@example.com', password }
  await expectSuccess(shop.admin.post('/admin/users', { ...account, role: 'admin' }))
  const { access_token } = await expectSuccess(shop.post('/admin/auth/token', account))
  const ann = shop.as({ authorization: `Bearer ${access_token}` })
  const { secret } = await expectSuccess(
    ann.post('/admin/api-keys', { name: 'ERP', scopes: ['*', 'auth.*', 'invites.*', 'users.*'] }),
  )
  const url = 'https://receiver.example.com/'
  const { secret: signing } = await expectSuccess(ann.post('/admin/webhooks', { url, events: ['*'] }))
  const { headers } = await shop.post('/admin/auth', account)
  const cookie = headers.getSetCookie()[0]?.split(';')[0] as string
  await shop.post('/admin/users/password-token', { email: account.email })
  await shop.runJobs()

  // From here on, lookups, inserts and logins fail.
  const storedSecrets = await shop.orm.em.fork().execute('select password_hash, api_token from "user"')
  await shop.orm.em.fork().execute('alter table "user" rename column metadata to gone; drop table session cascade')
  const byKey = shop.as({ authorization: `Bearer ${secret}` })
  const failed = [
    await shop.post('/admin/auth', account),
    await byKey.post('/admin/users', { email: 'bob@example.com', password }),
    await ann.get('/admin/users'),
    await shop.as({ cookie }).get('/admin/orders'),
    await shop.post('/store/customers', { ...account, first_name: 'A', last_name: 'B' }),
  ]
  expect(failed.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500])
  for (const { text } of failed) expect(JSON.parse(text).message).toBe('An unknown error occurred.')

  const log = lines.join('')
  expect(log).toContain('Procedure failed')
  const hashes = storedSecrets.flatMap(({ password_hash, api_token }) => [password_hash, api_token]).filter(Boolean)
  expect(hashes.length).toBeGreaterThan(2)
  for (const hidden of [password, access_token, secret, signing, cookie, ...hashes])
    expect(log.includes(hidden), `${hidden} is in the log`).toBe(false)
  expect(log).not.toContain('$argon2id$')
})
