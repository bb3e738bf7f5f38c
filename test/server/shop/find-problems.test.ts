import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { PaymentProvider } from '#entities/cart/payment/payment-port.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { field } from '#entities/platform/field/field.ts'
import { Timestamp } from '#entities/values/time-input.ts'
import { rest } from '#routers/context/meta.ts'
import { queryBoolean } from '#routers/inputs/query.ts'
import { openProcedure, router } from '#routers/procedures/trpc.ts'
import { StartError } from '#server/base/start-error.ts'
import { openLog } from '#server/operate/log.ts'
import { defineJob } from '#server/plugin/define-job.ts'
import { defineNumbers } from '#server/plugin/define-numbers.ts'
import { defineTender } from '#server/plugin/define-tender.ts'
import { defineWebhook } from '#server/plugin/define-webhook.ts'
import { definePlugin, type Plugin } from '#server/plugin/plugin.ts'
import { html } from '#server/plugin/route/markup.ts'
import { rawBody, route } from '#server/plugin/route/route.ts'
import { defineSettings } from '#server/plugin/settings.ts'
import { coreProviders } from '#server/providers/core.ts'
import { manualFulfillment } from '#server/providers/manual.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { taxOffice } from '#test/support/tax-office.ts'
import { untyped } from '#test/support/untyped.ts'

declare module 'cartwright' {
  interface PluginEvents {
    'order.wrapped': object
  }
}

const manual = coreProviders.payment.get('manual') as PaymentProvider
const card: PaymentProvider = { ...manual, id: 'card' }
const cardCarrier = { ...manualFulfillment, id: 'card' }
const receiveWebhook = async () => []
const savedMethods = async () => []
const chargeSavedMethod: PaymentProvider['chargeSavedMethod'] = async (data) => ({ status: 'authorized', data })
const remote = { timeoutMs: 1000, outcomeOf: async () => undefined }
const erp = defineWebhook({ verify: () => undefined, handle: () => {} })
const job = (name: string, schedule?: string) =>
  defineJob({ name, payload: z.object({}), ...(schedule ? { schedule } : {}), run: async () => {} })
const listing = (path: `/${string}`) =>
  router({ list: openProcedure.meta(rest('GET', path, 'List')).query(() => 'none') })
const plugin = definePlugin

test.each<[fault: string, plugins: Plugin[], problem: string]>([
  [
    'an invalid name',
    [plugin({ name: 'Gift Wrap' })],
    'The plugin name "Gift Wrap" is invalid. Use lower-case words with hyphens, such as gift-wrap.',
  ],
  [
    'the name of a core router',
    [plugin({ name: 'gift-cards' })],
    'The plugin name "gift-cards" belongs to procedures of the core. Rename the plugin.',
  ],
  [
    'a name that two plugins have',
    [plugin({ name: 'wrap' }), plugin({ name: 'wrap' })],
    'Plugin wrap and Plugin wrap both have the name wrap. Remove one of them.',
  ],
  [
    'another version',
    [plugin({ name: 'wrap', cartwright: '^9.0.0' })],
    'The plugin wrap needs Cartwright ^9.0.0, and this is 0.1.0. Install a matching version.',
  ],
  [
    'an invalid version range',
    [plugin({ name: 'wrap', cartwright: 'new' })],
    'The plugin wrap has the invalid version range "new".',
  ],
  [
    'a REST path outside of the plugin',
    [plugin({ name: 'wrap', store: listing('/products') })],
    'The plugin wrap has the REST path /products. Begin the path with /wrap.',
  ],
  [
    'one route twice',
    [
      plugin({
        name: 'wrap',
        store: router({ ...listing('/wrap')._def.record, again: listing('/wrap')._def.record.list }),
      }),
    ],
    'The procedures list and again of the plugin wrap both have GET /store/wrap. Change one path.',
  ],
  [
    'a mutation with the method GET',
    [
      plugin({
        name: 'wrap',
        store: router({ add: openProcedure.meta(rest('GET', '/wrap', 'Add')).mutation(() => 'ok') }),
      }),
    ],
    'The mutation add of the plugin wrap has the method GET. Use POST, PUT, PATCH or DELETE.',
  ],
  [
    'a query with the method POST',
    [
      plugin({
        name: 'wrap',
        admin: router({ all: openProcedure.meta(rest('POST', '/wrap', 'List')).query(() => 'ok') }),
      }),
    ],
    'The query all of the plugin wrap has the method POST. Use GET.',
  ],
  [
    'an unknown part',
    [untyped<Plugin>({ name: 'wrap', provide: {} })],
    'The plugin wrap has the unknown part provide. Use name, cartwright, settings, fields, entities, migrations, admin, store, rules, effects, prices, events, on, jobs, batchTypes, numbers, mails, tenders, webhooks, routes, console, problems, provides.',
  ],
  [
    'an unknown port',
    [untyped<Plugin>({ name: 'wrap', provides: { payments: [] } })],
    'The plugin wrap provides the unknown port payments. Use payment, fulfillment, tax, notification, oauth, files, search, oldAddresses.',
  ],
  [
    'fields of an unknown table',
    [untyped<Plugin>({ name: 'wrap', fields: { payment: {} } })],
    'The plugin wrap has fields of the unknown table payment. Use product, variant, customer, cart, line_item, order, address, region, shipping_option, product_collection, product_category, discount, gift_card, return, claim, swap, draft_order.',
  ],
  [
    'a handler of an unknown event',
    [untyped<Plugin>({ name: 'wrap', on: { 'order.plcaed': async () => {} } })],
    'The plugin wrap handles the unknown event order.plcaed. Correct its name, or list the plugin that announces it.',
  ],
  [
    'a failing `provides`',
    [
      plugin({
        name: 'wrap',
        provides: () => {
          throw new Error('No key')
        },
      }),
    ],
    'The plugin wrap failed in `provides`: No key',
  ],
  [
    'an event of another plugin',
    [{ name: 'wrap', events: ['order.wrapped'] }],
    'The plugin wrap has the event order.wrapped. Begin its name with wrap.',
  ],
  [
    'events in a group of the core',
    [plugin({ name: 'order', events: ['order.wrapped'] })],
    'The events order.* belong to the core. Rename the plugin order.',
  ],
  [
    'an invalid schedule',
    [plugin({ name: 'wrap', jobs: [job('wrap.send', 'daily')] })],
    'The job wrap.send of the plugin wrap has the invalid schedule "daily". Use cron syntax.',
  ],
  [
    'a webhook path of the core',
    [plugin({ name: 'wrap', provides: { payment: [{ ...card, webhookPath: '/store/hooks' }] } })],
    'The plugin wrap has the invalid webhook path "/store/hooks". Use a path such as /stripe/hooks.',
  ],
  [
    'a webhook path that two plugins have',
    ['a', 'b'].map((name) =>
      plugin({ name, provides: { payment: [{ ...card, id: name, webhookPath: '/bank/hooks' }] } }),
    ),
    'Plugin a and Plugin b both have the webhook path /bank/hooks. Remove one of them.',
  ],
  [
    'a payment and a fulfillment provider whose webhooks have one path',
    [
      plugin({
        name: 'a',
        provides: { payment: [{ ...card, receiveWebhook }], fulfillment: [{ ...cardCarrier, receiveWebhook }] },
      }),
    ],
    'Plugin a and Plugin a both have the webhook path /hooks/card. Remove one of them.',
  ],
  [
    'a provider that charges saved methods without a key',
    [plugin({ name: 'wrap', provides: { payment: [{ ...card, savedMethods, chargeSavedMethod }] } })],
    'The payment provider card of the plugin wrap has chargeSavedMethod without remote. Add remote, or remove chargeSavedMethod.',
  ],
  [
    'a provider that charges saved methods and lists none',
    [plugin({ name: 'wrap', provides: { payment: [{ ...card, remote, chargeSavedMethod }] } })],
    'The payment provider card of the plugin wrap has chargeSavedMethod without savedMethods. Add savedMethods, or remove chargeSavedMethod.',
  ],
  [
    'a payment provider that removes saved methods without listing them',
    [plugin({ name: 'wrap', provides: { payment: [{ ...card, deleteSavedMethod: async () => {} }] } })],
    'The payment provider card of the plugin wrap has deleteSavedMethod without savedMethods. Add savedMethods, or remove deleteSavedMethod.',
  ],
  [
    'a provider of the core',
    [plugin({ name: 'wrap', provides: { payment: [manual] } })],
    'The core and Plugin wrap both have the payment provider manual. Remove one of them.',
  ],
  [
    'a provider of two plugins',
    [
      plugin({ name: 'wrap', provides: { payment: [card] } }),
      plugin({ name: 'pay', provides: () => ({ payment: [card] }) }),
    ],
    'Plugin wrap and Plugin pay both have the payment provider card. Remove one of them.',
  ],
  [
    'two search providers',
    ['a', 'b'].map((name) => plugin({ name, provides: { search: { search: async () => ({ ids: [] }) } } })),
    'Plugin a and Plugin b both have a search provider. Remove one of them.',
  ],
  [
    'a tax provider of two plugins',
    [
      plugin({ name: 'wrap', provides: { tax: [taxOffice()] } }),
      plugin({ name: 'pay', provides: { tax: [taxOffice()] } }),
    ],
    'Plugin wrap and Plugin pay both have the tax provider tax-office. Remove one of them.',
  ],
  [
    'a job of two plugins',
    [plugin({ name: 'wrap', jobs: [job('send')] }), plugin({ name: 'pay', jobs: [job('send')] })],
    'Plugin wrap and Plugin pay both have the job send. Remove one of them.',
  ],
  [
    'a job of the core',
    [plugin({ name: 'wrap', jobs: [job('tidy_up')] })],
    'The core and Plugin wrap both have the job tidy_up. Remove one of them.',
  ],
  [
    'a page of two plugins',
    ['wrap', 'pay'].map((name) => plugin({ name, numbers: [defineNumbers({ name: 'invoice', format: '{number}' })] })),
    'Plugin wrap and Plugin pay both have the numbers invoice. Remove one of them.',
  ],
  [
    'the webhook of a provider',
    [
      plugin({ name: 'wrap', webhooks: { card: erp } }),
      plugin({ name: 'pay', provides: { payment: [{ ...card, receiveWebhook }] } }),
    ],
    'Plugin wrap and Plugin pay both have the webhook path /hooks/card. Remove one of them.',
  ],
  [
    'an invalid webhook',
    [plugin({ name: 'wrap', webhooks: { 'ERP system': erp } })],
    'The webhook "ERP system" of the plugin wrap is invalid. Use lower-case letters, such as erp.',
  ],
  [
    'a path that two plugins have',
    ['wrap', 'pay'].map((name) =>
      plugin({ name, routes: { label: route.get(`/labels/:${name}`, () => html`Label`) } }),
    ),
    'Plugin wrap has the route GET /labels/:wrap, and plugin pay has GET /labels/:pay. Remove one of them.',
  ],
  [
    'an entity of the core',
    [plugin({ name: 'wrap', entities: [Product] })],
    'The core and Plugin wrap both have the entity Product. Remove one of them, or begin its class name with the name of its plugin, such as WrapEntry.',
  ],
  [
    'a field with the name of a column of the core',
    [plugin({ name: 'wrap', fields: { product: { title: field.text() } } })],
    'The core and Plugin wrap both have the column title of product. Remove one of them.',
  ],
  [
    'a field with the name of an input of a list',
    [plugin({ name: 'wrap', fields: { product: { limit: field.integer() } } })],
    'The plugin wrap has the field limit of product, which is an input of the core. Rename the field.',
  ],
  [
    'unpacked goods in another table',
    [plugin({ name: 'wrap', fields: { product: { is_file: field.boolean({ isUnpacked: true }) } } })],
    'The plugin wrap has the field is_file of product, with the option isUnpacked, which is only for fields of variant. Move the field, or remove the option.',
  ],
  [
    'an amount without a currency',
    [plugin({ name: 'wrap', fields: { product: { cost: field.money() } } })],
    "The plugin wrap has the field cost of product, and the table has no currency. Name a text field with the currency: field.money({ currency: '…' }).",
  ],
  [
    'an amount with the currency of another table',
    [plugin({ name: 'wrap', fields: { product: { cost: field.money({ currency: 'currency' }) } } })],
    'The plugin wrap has the field cost of product, and no text field currency for its currency. Add the field to the plugin.',
  ],
  [
    'a field with languages of a table without them',
    [plugin({ name: 'wrap', fields: { discount: { note: field.text({ translated: true }) } } })],
    'The plugin wrap has the field note of discount, and rows of the table have no languages. Remove the option translated.',
  ],
  [
    'a field of a table without a customer',
    [plugin({ name: 'wrap', fields: { product: { cost: field.text({ visibleTo: 'customer' }) } } })],
    "The plugin wrap has the field cost of product, and the table belongs to no customer. Use visibleTo: 'admin' or 'public'.",
  ],
  [
    'a field that the store sets without seeing it',
    [plugin({ name: 'wrap', fields: { cart: { note: field.text({ visibleTo: 'admin', writableBy: ['store'] }) } } })],
    "The plugin wrap has the field note of cart, which the store may set, but not see. Remove 'store' from writableBy, or the option visibleTo.",
  ],
  [
    'a default that its field refuses',
    [plugin({ name: 'wrap', fields: { order: { fee: field.money({ min: 1, default: 0 }) } } })],
    'The plugin wrap has the field fee of order, whose default breaks its own rules. Change the default.',
  ],
  [
    'a field with the CSV title of a column of the core',
    [plugin({ name: 'wrap', fields: { product: { collection_title: field.text() } } })],
    'The plugin wrap has the field collection_title of product, whose CSV column "Product Collection Title" belongs to the core. Rename the field.',
  ],
  [
    'a field of two plugins',
    [
      plugin({ name: 'wrap', fields: { cart: { note: field.text() } } }),
      plugin({ name: 'pay', fields: { cart: { note: field.text() } } }),
    ],
    'Plugin wrap and Plugin pay both have the column note of cart. Remove one of them.',
  ],
])('a shop with %s does not start', (_, plugins, problem) => {
  expect(() => readParts(plugins, {})).toThrow(expect.objectContaining({ name: 'StartError', message: problem }))
})

test('a shop loads the providers of a plugin once', () => {
  const provides = vi.fn(() => ({ tax: [taxOffice()] }))
  readParts([plugin({ name: 'wrap', provides })], {})
  expect(provides).toHaveBeenCalledOnce()
})

test('a shop with a rule for an unknown step does not start', () => {
  // @ts-expect-error The name of the step is part of the type.
  const plugins = [plugin({ name: 'guard', rules: { 'cart.close': () => {} } })]
  expect(() => readParts(plugins, {})).toThrow(
    /The plugin guard has a rule for the unknown step cart.close. Use balance.adjust, cart.a/,
  )
})

test('a shop with a rule for a step of a provider does not start', () => {
  // @ts-expect-error The refund has failed, so no rule can refuse it.
  const plugins = [plugin({ name: 'guard', rules: { 'order.failRefund': () => {} } })]
  expect(() => readParts(plugins, {})).toThrow(
    'The plugin guard has a rule for the step order.failRefund, which cannot be refused. Write an effect.',
  )
})

test('a shop with an effect for an unknown step does not start', () => {
  // @ts-expect-error The name of the step is part of the type.
  const plugins = [plugin({ name: 'guard', effects: { 'cart.close': () => {} } })]
  expect(() => readParts(plugins, {})).toThrow('The plugin guard has an effect for the unknown step cart.close.')
})

test('a filter that refuses each text of a query is a problem', () => {
  const filters = {
    active: z.boolean().optional(),
    size: z.int().nullable().optional(),
    since: z.date().default(new Date(0)),
    hidden: z.boolean().readonly().transform(Number).optional(),
    city: z.string(),
    isOpen: queryBoolean.optional(),
    count: z.coerce.number().optional(),
    day: Timestamp.optional(),
  }
  const withInput = openProcedure.input(z.strictObject(filters).prefault({ city: 'Bonn' }))
  const read = withInput.meta(rest('GET', '/wrap', 'List')).query(() => 'none')
  const write = withInput.meta(rest('POST', '/wrap', 'Create')).mutation(() => 'none')
  const find = () =>
    readParts([plugin({ name: 'wrap', store: router({ read, write, unnamed: withInput.query(() => 'none') }) })], {})
  const prefix = 'GET /wrap of the plugin wrap refuses'
  const reason = (type: string) => `over REST, because a query contains text instead of a ${type}.`
  expect(find).toThrow(
    new StartError(
      [
        `${prefix} active ${reason('boolean')} Use queryBoolean.`,
        `${prefix} size ${reason('number')} Use queryInt or queryNumber.`,
        `${prefix} since ${reason('date')} Use Timestamp.`,
        `${prefix} hidden ${reason('boolean')} Use queryBoolean.`,
      ].join('\n'),
    ),
  )
})

test('the shop reports all problems together', () => {
  const plugins = [plugin({ name: 'Wrap' }), plugin({ name: 'pay', cartwright: '^9.0.0' })]
  expect(() => readParts(plugins, {})).toThrow(/"Wrap" is invalid[^\n]*\n[^\n]*needs Cartwright/)
})

test('the shop names every invalid setting', () => {
  const settings = defineSettings({ CRM_URL: z.url('must be an address'), CRM_LIMIT: z.coerce.number() })
  const crm = plugin({ name: 'crm', settings })
  expect(() => readParts([crm], { CRM_URL: 'none', CRM_LIMIT: 'x' })).toThrow(/CRM_URL must be an address, CRM_LIMIT /)
  expect(() => readParts([crm], { CRM_LIMIT: 'x' })).toThrow(/^CRM_URL is not set, CRM_LIMIT (?!CRM_LIMIT)/)
  const parts = readParts([crm], { CRM_URL: 'https://crm.example', CRM_LIMIT: '3' })
  expect(settings.of(parts)).toEqual({ CRM_URL: 'https://crm.example', CRM_LIMIT: 3 })
})

test('providers receive the settings and the logger of the shop', () => {
  const settings = defineSettings({ CRM_LIMIT: z.coerce.number() })
  const crm = plugin({
    name: 'crm',
    settings,
    provides: (shop) => ({ notification: [mailer(`crm-${settings.of(shop).CRM_LIMIT}-${shop.logger.level}`)] }),
  })
  const mailer = (id: string) => ({ id, events: [], send: async () => {} })
  const { notifications } = readParts([crm], { CRM_LIMIT: '3' }, openLog('warn'))
  expect([...notifications.keys()]).toEqual(['crm-3-warn'])
})

const page = () => html`Page`

test.each<[fault: string, routes: Plugin['routes'], problem: string]>([
  [
    'a path of the core',
    { page: route.get('/Admin/x', page) },
    'has a path of the core. Choose another first segment.',
  ],
  [
    'an invalid path',
    { page: route.get('/a/{b}', page) },
    'has an invalid path. Use a path such as /products, /products/:handle or /shop/*path.',
  ],
  [
    'a parameter twice',
    { page: route.get('/:a/:a', page) },
    'has two parameters of the same name. Rename one of them.',
  ],
  [
    'an invalid name',
    { 'a.b': route.get('/a', page) },
    'has the invalid name "a.b". Use letters and digits, such as sitemap.',
  ],
  [
    'an unsafe script',
    { page: route.get('/a', { csp: { 'script-src': ["'unsafe-inline'"] } }, page) },
    "has the unsafe source 'unsafe-inline' of script-src in `csp`. Use a server such as https://js.example.com.",
  ],
  [
    'a personal page in a cache',
    { page: route.get('/a', { access: 'customer', cache: 1 }, page) },
    'has `cache`, but its responses are for one caller. Remove `cache`.',
  ],
  [
    'a fraction of a second',
    { page: route.get('/a', { cache: 0.5 }, page) },
    'has the invalid number of seconds 0.5 in `cache`. Use 0 to 31536000.',
  ],
  [
    'a cached stream',
    { page: route.get('/a', { cache: 1, streams: true }, page) },
    'has `cache` and `streams`, but a stream is not cached. Remove one of them.',
  ],
  [
    'a GET with a body',
    { page: route.get('/a', { input: rawBody }, page) },
    'has an `input` that is no query. Use z.object({ … }).',
  ],
  [
    'a GET that locks',
    { page: route.get('/a', { lockKey: 'id' }, page) },
    'locks nothing, because a GET has no transaction. Use POST.',
  ],
  [
    'a transaction of a GET',
    { page: route.get('/a', { transaction: false }, page) },
    'has `transaction`, but a GET never has one. Remove `transaction`.',
  ],
])('a shop does not start with %s in a route', (_, routes, problem) => {
  const [declared] = Object.values(routes ?? {})
  expect(() => readParts([plugin({ name: 'wrap', ...(routes && { routes }) })], {})).toThrow(
    `The route GET ${declared?.path} of the plugin wrap ${problem}`,
  )
})

test.each<[fault: string, tender: Parameters<typeof defineTender>[0], problem: string]>([
  ['an invalid kind', { kind: 'Gold', label: 'Gold', refund: 'first' }, 'has an invalid kind. Use lower-case words'],
  ['an invalid worth', { kind: 'gold', label: 'Gold', refund: 'first', worth: 0.5 }, 'has an invalid `worth`'],
  ['an unknown order', { kind: 'gold', label: 'Gold', refund: untyped('never') }, 'has an invalid `refund`'],
])('a shop does not start with a tender with %s', (_, tender, problem) => {
  expect(() => readParts([plugin({ name: 'wrap', tenders: [defineTender(tender)] })], {})).toThrow(
    `The tender ${tender.kind} of the plugin wrap ${problem}`,
  )
})

test('two plugins with one kind of balance do not start', () => {
  const tenders = [defineTender({ kind: 'gold', label: 'Gold', refund: 'first' })]
  expect(() => readParts([plugin({ name: 'wrap', tenders }), plugin({ name: 'pay', tenders })], {})).toThrow(
    'Plugin wrap and Plugin pay both have the tender gold. Remove one of them.',
  )
})

test.each<[fault: string, numbers: Parameters<typeof defineNumbers>[0], problem: string]>([
  [
    'a name',
    { name: 'In Voice', format: '{number}' },
    'have an invalid name. Use lower-case letters, such as invoice.',
  ],
  ['no number', { name: 'invoice', format: 'INV-{year}' }, 'need {number} once in their format.'],
  [
    'an unknown placeholder',
    { name: 'invoice', format: '{month}-{number}' },
    'have the unknown placeholder {month}. Use {year}, {yy} and {number}.',
  ],
  [
    'equal numbers of two years',
    { name: 'invoice', format: 'INV-{number}', restarts: 'yearly' },
    'restart each year, so two documents would have one number. Add {year} to the format.',
  ],
  [
    'a fraction',
    { name: 'invoice', format: '{number}', first: 0.5 },
    'have an invalid `first`. Use an integer from 0.',
  ],
])('a shop does not start with document numbers with %s', (_, numbers, problem) => {
  expect(() => readParts([plugin({ name: 'wrap', numbers: [defineNumbers(numbers)] })], {})).toThrow(
    `The numbers ${numbers.name} of the plugin wrap ${problem}`,
  )
})
