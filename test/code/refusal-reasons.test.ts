import { expect, test } from 'vitest'
import { filesIn, readSource } from './import-graph.ts'
import { type RefusalOfSource, refusalsOf } from './refusals-of-source.ts'

const LISTS = ['entities/refusal-reasons.ts', 'entities/catalogue/import-export/import-reasons.ts']

const namesIn = (source: string, pattern: RegExp) => Array.from(source.matchAll(pattern), ([, name]) => name as string)

/** The names of the properties of the exported interface `…Reasons`. */
function listedNames(file: string): string[] {
  const [, body = ''] = /^export interface \w+Reasons\b.*?\{\n(.*?)^\}/ms.exec(readSource(file)) ?? []
  return namesIn(body, /^ {2}(\w+): /gm)
}

const listed = new Set(LISTS.flatMap(listedNames))
const sources = filesIn('entities', 'routers', 'server')
  .filter((file) => !LISTS.includes(file))
  .map(readSource)

test('each reason is given to a refusal', () => {
  expect(listed.size).toBeGreaterThan(0)
  const given = new Set(sources.flatMap((source) => namesIn(source, /\bname(?:: |', )'(\w+)'/g)))
  expect([...listed].filter((name) => !given.has(name))).toEqual([])
})

test('each reason in a statement is in the list', () => {
  const given = sources.flatMap((source) => namesIn(source, /jsonb_build_object\('name', '(\w+)'/g))
  expect(given.length).toBeGreaterThan(0)
  expect(given.filter((name) => !listed.has(name))).toEqual([])
})

/** Refusals that no user of the console can cause. Their messages are for developers, or for customers of the shop. */
const OUTSIDE_OF_THE_CONSOLE: Readonly<Record<string, readonly string[]>> = {
  'carts and payments of customers': [
    'entities/cart/cart/cart-customer.ts',
    'entities/cart/cart/cart.ts',
    'entities/cart/cart/change-cart-lines.ts',
    'entities/cart/cart/change-region.ts',
    'entities/cart/cart/create-cart.ts',
    'entities/cart/cart/update-cart.ts',
    'entities/cart/payment/change-payment-session.ts',
    'entities/cart/payment/charge-saved-method.ts',
    'entities/checkout/authorize-sessions.ts',
    'entities/checkout/pay-debt.ts',
    'entities/checkout/validate-checkout.ts',
    'entities/market/publishable-api-key/key-scope.ts',
    'entities/orders/order/transfer-orders.ts',
    'entities/orders/payment-collection/lock-payment-collection.ts',
    'entities/orders/payment-collection/payment-collection.ts',
    'entities/orders/payment-collection/refresh-collection-session.ts',
    'entities/orders/payment-collection/set-collection-sessions.ts',
    'entities/people/customer/saved-addresses.ts',
    'routers/context/growth-bounds.ts',
    'routers/store/carts/show-visited-cart.ts',
    'routers/store/search-products.ts',
    'server/demo/demo-callers.ts',
    'server/testing/promises/refused-step.ts',
  ],
  'API keys': [
    'entities/people/api-key/api-key.ts',
    'entities/people/role/assert-can-read-file.ts',
    'entities/people/role/grant.ts',
    'routers/pipeline/hidden-ids.ts',
    'server/cli/api-key.ts',
    'server/plugin/route/route-procedure.ts',
    'server/operations/actor-identity.ts',
    'server/operations/open-operations.ts',
  ],
  'the directory of shops': [
    'routers/operator/index.ts',
    'server/backups/recover-database.ts',
    'server/cli/move-database.ts',
    'server/cli/move-shop.ts',
    'server/cli/shops.ts',
    'server/hosting/change-shop.ts',
    'server/hosting/check-server.ts',
    'server/hosting/create-shop.ts',
    'server/hosting/database-servers.ts',
    'server/hosting/directory.ts',
    'server/hosting/people/members.ts',
    'server/hosting/people/people.ts',
    'server/hosting/move/host-pair.ts',
    'server/hosting/move/move-database.ts',
    'server/hosting/move/move-shop.ts',
    'server/hosting/move/shop-moves.ts',
    'server/hosting/move/tables.ts',
    'server/hosting/shop-databases.ts',
    'server/hosting/shop-environment.ts',
    'server/hosting/tasks/shop-work.ts',
    'server/process/with-paused-shop.ts',
  ],
  'fields that only programs send': [
    'entities/orders/claim/change-claim-items.ts',
    'entities/platform/file/file-key.ts',
    'routers/admin/discounts/simulated-inputs.ts',
    'routers/admin/draft-orders/crud.ts',
    'routers/admin/orders/returnable-items.ts',
    'routers/admin/statistics.ts',
    'routers/admin/store.ts',
    'routers/pipeline/dry-run/assert-supports-dry-run.ts',
    'routers/pipeline/hidden-fields.ts',
    'routers/pipeline/run-inside.ts',
    'routers/reading/cursor.ts',
    'routers/reading/selection.ts',
    'routers/reading/sorting.ts',
    'routers/store/carts/payment-page.ts',
  ],
  'requests that are not formed well': [
    'routers/errors/errors.ts',
    'routers/pipeline/procedure-input.ts',
    'server/http/bounds/encoded-bodies.ts',
    'server/http/bounds/malformed-requests.ts',
    'server/http/bounds/single-headers.ts',
    'server/http/handle-errors.ts',
    'server/http/inbound-webhooks.ts',
    'server/http/multipart-form.ts',
    'server/http/read-input.ts',
    'server/http/request-context.ts',
    'server/http/rest.ts',
    'server/http/routes/route-input.ts',
    'server/http/serve-files.ts',
    'server/live/polled-changes.ts',
    'server/plugin/route/route.ts',
    'entities/values/time-zone.ts',
  ],
}

/** The console has words for these codes, and for a conflict with another request and a caller without a session. */
const isExplained = ({ kind, message, hasReason, hasCode }: RefusalOfSource): boolean =>
  hasReason || hasCode || (message === '' && ['Conflict', 'Unauthorized'].includes(kind))

test('a refusal without a reason is in a file whose refusals users of the console cannot cause', () => {
  const withoutReason = filesIn('entities', 'routers', 'server')
    .filter((file) => file !== 'entities/errors.ts')
    .filter((file) => !refusalsOf(file, readSource(file)).every(isExplained))
  expect(withoutReason.toSorted()).toEqual(Object.values(OUTSIDE_OF_THE_CONSOLE).flat().toSorted())
})

test('a refusal without a reason is found', () => {
  const source = `
    if (a) throw new NotAllowed('No').about('x')
    throw new InvalidData(text).about('y').because({ name: 'z' })`
  expect(refusalsOf('a.ts', source).map(({ message, hasReason }) => [message, hasReason])).toEqual([
    ["'No'", false],
    ['text', true],
  ])
})
