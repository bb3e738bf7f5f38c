import { type Executor, statement } from '#database/statement.ts'
import { IS_VALID_KEY_SQL } from '#entities/people/api-key/find-key-and-user.ts'
import { allows, type Grant, grantOfRole } from '#entities/people/role/grant.ts'
import { MONEY_SCOPES, type MoneyPower } from '#entities/people/role/money.ts'
import { isAllowedByScopes } from '#entities/people/role/scopes.ts'
import { adminProceduresOf } from '#routers/context/procedures-of.ts'
import type { ShopParts } from '../plugin/shop-parts.ts'

const POWERS: Readonly<Record<MoneyPower, string>> = {
  refund: 'refund',
  capture: 'capture or accept payments',
  balances: 'grant balances',
  gift_cards: 'create gift cards',
  discounts: 'create discounts',
  prices: 'change prices',
}

/** Returns a line for each kind of power over money, with the users and API keys that have it. */
export async function whoMovesMoney(em: Executor, routers: ShopParts['routers']): Promise<string[]> {
  const holders = [...(await selectUsers(em)).map(userHolder), ...(await selectKeys(em)).map(keyHolder)]
  const mutations = adminProceduresOf(routers).filter(({ reads }) => !reads)
  return Object.entries(MONEY_SCOPES).map(([power, scopes]) => {
    const procedures = mutations.filter((procedure) => isAllowedByScopes(scopes, procedure))
    const able = holders.filter(({ grants }) => procedures.some((procedure) => allows(grants, procedure)))
    return `Can ${POWERS[power as MoneyPower]}: ${able.map(({ label }) => label).join(', ') || 'no user and no API key'}`
  })
}

interface Holder {
  label: string
  grants: readonly Grant[]
}

interface UserRow {
  email: string
  role: string
  role_scopes: string[]
}

const userHolder = ({ email, role, role_scopes }: UserRow): Holder => ({
  label: `${email} (${role})`,
  grants: [grantOfRole(role, role_scopes)],
})

const keyHolder = ({
  email,
  role,
  role_scopes,
  name,
  scopes,
}: UserRow & { name: string; scopes: string[] }): Holder => ({
  label: `API key ${name} of ${email}`,
  grants: [grantOfRole(role, role_scopes), { kind: 'api_key', name, scopes }],
})

const selectUsers = statement<UserRow>(`
  select u.email, u.role, r.scopes as role_scopes from "user" u join role r on r.name = u.role
  where u.deleted_at is null order by u.email`)

const selectKeys = statement<UserRow & { name: string; scopes: string[] }>(`
  select u.email, u.role, r.scopes as role_scopes, k.name, k.scopes
  from api_key k join "user" u on u.id = k.created_by join role r on r.name = u.role
  where ${IS_VALID_KEY_SQL} order by k.name, k.id`)
