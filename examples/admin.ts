import { createShopClient } from 'cartwright/client'
import { shopUrl } from './print.ts'

/* Creates a customer group, a discount for it and 100 codes: `ADMIN_PASSWORD=… node examples/admin.ts` */

const CODES = 100
const AT_ONCE = 10

const { ADMIN_EMAIL: email = 'admin@example.com', ADMIN_PASSWORD: password = '' } = process.env
const { access_token } = await createShopClient({ url: shopUrl() }).admin.auth.token.mutate({ email, password })
const { admin } = createShopClient({ url: shopUrl(), token: access_token })

const run = Date.now().toString(36).toUpperCase()
const { customer_group } = await admin.customerGroups.create.mutate({ name: `Friends of the house ${run}` })
console.log(`Group     ${customer_group.name}`)

const { regions } = await admin.regions.list.query()
const { discount } = await admin.discounts.create.mutate({
  code: `FRIENDS-${run}`,
  rule: {
    description: 'A fifth off for friends',
    type: 'percentage',
    value: 20,
    allocation: 'total',
    conditions: [{ operator: 'in', customer_groups: [customer_group.id] }],
  },
  is_dynamic: true,
  valid_duration: 'P30D',
  regions: regions.map(({ id }) => id),
})
console.log(`Discount  ${discount.code}, in ${regions.length} regions, for that group`)

const codes = Array.from({ length: CODES }, (_, i) => `${discount.code}-${String(i + 1).padStart(3, '0')}`)
for (let i = 0; i < codes.length; i += AT_ONCE)
  await Promise.all(codes.slice(i, i + AT_ONCE).map((code) => addCode(code)))
console.log(`Codes     ${codes[0]} … ${codes.at(-1)}`)

const { audit_log, count } = await admin.auditLog.list.query({
  resource_id: [customer_group.id, discount.id],
  order: 'created_at',
  expand: 'user',
  limit: 5,
})
console.log(`\nThe audit log has ${count} entries for this promotion. The first entries:\n`)
for (const { created_at, user, procedure, changes } of audit_log) {
  const rows = changes.map(({ action, table }) => `${action} ${table}`).join(', ')
  console.log(`${created_at.toISOString()}  ${user?.email}  ${procedure.padEnd(34)}  ${rows}`)
}

/** With the same key, a repeated request does not create another code. */
async function addCode(code: string): Promise<void> {
  await admin.discounts.createDynamicCode.mutate({ id: discount.id, code }, { context: { idempotencyKey: code } })
}
