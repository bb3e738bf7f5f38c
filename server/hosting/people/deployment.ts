import { InvalidData } from '#entities/errors.ts'
import type { Added, Deployment, ListedShop, ShopToCreate } from '#routers/operator/deployment.ts'
import { withClient } from '#server/database/databases.ts'
import { assertFreeHosts, refuseStartErrors, setVariables, upgradeShop } from '../change-shop.ts'
import { createShop, dropShop } from '../create-shop.ts'
import type { ShopRecord } from '../directory.ts'
import type { Program } from '../open-shop.ts'
import { addressOfConsole, isSecret, variablesOfShop } from '../shop-environment.ts'
import { recordAction, selectActions } from './directory-audit.ts'
import { addMember, listMembers, removeMember } from './members.ts'
import { resetFactor } from './operator-factor.ts'
import { dated } from './people.ts'

/** The shops of the deployment for the operator's console. */
export function deploymentOf(program: Program): Deployment {
  const { directory, plugins } = program
  const { people } = directory
  const listedShop = (record: ShopRecord, size: number | undefined): ListedShop => {
    const { id, status, hosts } = record
    return { id, status, hosts, console_url: addressOfConsole(record, program) ?? null, size: size ?? null }
  }
  return {
    async list() {
      const records = await directory.list()
      const sizes = await sizesOf(records)
      return records.map((record) => listedShop(record, sizes.get(record.database)))
    },
    async get(id) {
      const record = await directory.get(id)
      const sizes = await sizesOf([record])
      const variables = [...variablesOfShop(plugins)].toSorted().map((name) => {
        const value = record.settings[name]
        const is_secret = isSecret(name)
        return { name, is_set: value !== undefined, is_secret, value: is_secret ? null : (value ?? null) }
      })
      return { ...listedShop(record, sizes.get(record.database)), database: record.database, variables }
    },
    create: (shop) => refuseStartErrors(() => create(program, shop)),
    async setHosts(id, hosts) {
      assertFreeHosts(program, hosts)
      await directory.setHosts(id, hosts)
    },
    setVariables: (id, variables) => setVariables(program, id, variables),
    pause: (id) => directory.setStatus(id, 'paused'),
    async resume(id) {
      const { status } = await directory.get(id)
      if (status === 'creating')
        throw new InvalidData(`The creation of the shop ${id} is not complete. Create it again.`)
      await directory.setStatus(id, 'active')
    },
    upgrade: (id) => refuseStartErrors(async () => upgradeShop(program, await directory.get(id))),
    drop: (id) => dropShop(program, id),
    members: (id) => listMembers(program, id),
    addMember: async (member) => addedOf(await addMember(program, member)),
    removeMember: (member) => removeMember(program, member),
    operators: () => people.operators(),
    addOperator: async (email) => addedOf(await people.addOperator(email)),
    removeOperator: (email) => people.removeOperator(email),
    resetSecondFactor: async (email) => resetFactor(directory.orm, await people.get(email)),
    actions: async ({ shop, before }) => (await selectActions(people.em, shop, before)).map(dated),
    record: (action, run) => recordAction(people.em, action, run),
  }
}

async function create(program: Program, { id, name, hosts, email }: ShopToCreate): Promise<Added> {
  assertFreeHosts(program, hosts)
  const { generatedPassword } = await createShop(program, { id, name, hosts, settings: {}, administrator: { email } })
  return addedOf({ email, ...(generatedPassword === undefined ? {} : { generatedPassword }) })
}

const addedOf = ({ email, generatedPassword }: { email: string; generatedPassword?: string }): Added => ({
  email,
  generated_password: generatedPassword ?? null,
})

/** The bytes of each database that exists, by its name. Uses one connection for each server. */
async function sizesOf(records: readonly ShopRecord[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  // The database of a shop can be missing, so this is another one.
  for (const [url, shops] of Map.groupBy(records, ({ serverUrl }) => serverUrl))
    try {
      await withClient(url, async (client) => {
        const names = shops.map(({ database }) => database)
        const { rows } = await client.query<{ name: string; size: string }>(SIZES, [names])
        for (const { name, size } of rows) sizes.set(name, Number(size))
      })
    } catch {
      // The list is shown without the sizes of a server that does not answer.
    }
  return sizes
}

const SIZES = `
  select datname as name, pg_database_size(oid) as size from pg_database
  where datname = any ($1) and has_database_privilege(oid, 'connect')`
