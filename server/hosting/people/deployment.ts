import type { Added, Deployment, ShopToCreate } from '#routers/operator/deployment.ts'
import { openClient } from '#server/database/databases.ts'
import { assertFreeHosts, refuseStartErrors, setVariables, upgradeShop } from '../change-shop.ts'
import { createShop, dropShop } from '../create-shop.ts'
import type { ShopRecord } from '../directory.ts'
import type { Program } from '../open-shop.ts'
import { dated } from '../row-times.ts'
import { addressOfConsole, isSecret, variablesOfShop } from '../shop-environment.ts'
import { SHORT_WAIT } from '../shop-lock.ts'
import { recordAction, selectActions } from './directory-audit.ts'
import { addMember, listMembers, removeMember } from './members.ts'
import { resetFactor } from './operator-factor.ts'
import { ShopOverview } from './shop-overview.ts'

/** The shops of the deployment for the operator's console. */
export function deploymentOf(program: Program): Deployment {
  const { directory, plugins } = program
  const { people } = directory
  const overview = new ShopOverview(program)
  return {
    list: () => overview.list(),
    async get(id) {
      const record = await directory.get(id)
      const variables = [...variablesOfShop(plugins)].toSorted().map((name) => {
        const value = record.settings[name]
        const is_secret = isSecret(name)
        return { name, is_set: value !== undefined, is_secret, value: is_secret ? null : (value ?? null) }
      })
      const { database } = record
      const console_url = addressOfConsole(record, program) ?? null
      const [shop, size] = await Promise.all([overview.get(id), sizeOf(record)])
      return { ...shop, size: size ?? shop.size, database, console_url, variables }
    },
    create: (shop) => refuseStartErrors(() => create(program, shop)),
    async setHosts(id, hosts) {
      assertFreeHosts(program, hosts)
      await directory.setHosts(id, hosts)
    },
    setVariables: (id, variables) => setVariables(program, id, variables),
    pause: (id) => directory.setStatus(id, 'paused'),
    resume: (id) => directory.setStatus(id, 'active'),
    upgrade: (id) => refuseStartErrors(async () => upgradeShop(program, await directory.get(id))),
    drop: (id) => dropShop(program, id, SHORT_WAIT),
    servers: async () => (await directory.servers.list()).map(({ name }) => name),
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
  const shop = { id, name, hosts, settings: {}, administrator: { email }, wait: SHORT_WAIT }
  const { generatedPassword } = await createShop(program, shop)
  return addedOf({ email, ...(generatedPassword === undefined ? {} : { generatedPassword }) })
}

const addedOf = ({ email, generatedPassword }: { email: string; generatedPassword?: string }): Added => ({
  email,
  generated_password: generatedPassword ?? null,
})

/** The bytes of the database now. Undefined if it is missing, or if its server does not respond. */
async function sizeOf({ serverUrl, database }: ShopRecord): Promise<number | undefined> {
  try {
    // The database can be missing, so the connection is to another one.
    const client = await openClient(serverUrl, { connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE })
    try {
      const { rows } = await client.query<{ size: string }>(SIZE, [database])
      return rows[0] && Number(rows[0].size)
    } finally {
      await client.end()
    }
  } catch {
    return undefined
  }
}

/** Milliseconds that the page of a shop waits for the size. */
const PATIENCE = 1500

const SIZE = `
  select pg_database_size(oid) as size from pg_database
  where datname = $1 and has_database_privilege(oid, 'connect')`
