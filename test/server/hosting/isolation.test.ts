import { afterAll, beforeAll, expect, test } from 'vitest'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import { seedDemoShop } from '#server/database/demo-shop.ts'
import { fillDemoShop } from '#server/demo/fill-demo-shop.ts'
import { readConfig } from '#server/settings/config.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import type { CookieClient } from '../../support/cookie-client.ts'
import { openTestDirectory, type ServedShops, serveDirectory, type TestDirectory } from '../../support/directory.ts'
import { executeSql } from '../../support/postgres.ts'

/* The ids of one shop are of no use in another: each route is called in both. */

interface Route {
  method: string
  path: string
}

const routes: Route[] = (['admin', 'store'] as const).flatMap((side) =>
  proceduresOf(coreParts.routers[side]).flatMap(([, { meta }]) =>
    meta?.openapi?.path.includes('{') ? [{ method: meta.openapi.method, path: `/${side}${meta.openapi.path}` }] : [],
  ),
)

const ending = new AsyncDisposableStack()
let directory: TestDirectory
let served: ServedShops
let full: CookieClient
let empty: CookieClient
/** Ids of the full shop with which a path finds something there. */
const found = new Map<string, string>()

beforeAll(async () => {
  directory = ending.use(await openTestDirectory())
  for (const id of ['full', 'empty']) await directory.create(id)
  served = ending.use(await serveDirectory(directory))
  const { shop, release } = await served.shops.take('full')
  await seedDemoShop(shop.orm)
  const config = readConfig({ LOG_LEVEL: 'error', DATA_DIR: directory.program.dataDirectory })
  await fillDemoShop({ ...shop, config, parts: coreParts, files: shop.jobs().files, origin: served.url })
  release()
  full = await served.administratorAt('full.example.com')
  empty = await served.administratorAt('empty.example.com')
  // Each shop has some rows with the same ids, such as the roles of the core.
  const common = new Set(await idsOf('empty'))
  const ids = (await idsOf('full')).filter((id) => !common.has(id))
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const id = await firstFound(route, ids)
    if (id) found.set(route.path, id)
  }
})
afterAll(() => ending.disposeAsync())

/** Returns up to three ids of each table. */
async function idsOf(id: string): Promise<string[]> {
  const { databaseUrl } = await directory.directory.get(id)
  const tables = await executeSql(
    databaseUrl,
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and data_type = 'text'`,
  )
  const selects = tables.map(({ name }) => `(select id from "${name}" order by id desc limit 3)`)
  return (await executeSql(databaseUrl, selects.join(' union '))).map((row) => row.id ?? '')
}

/** Returns an id with which the route finds something in its own shop. */
async function firstFound(route: Route, ids: readonly string[]): Promise<string | undefined> {
  if (route.path.match(/\{/g)?.length !== 1) return undefined
  const nothing = await answerOf(full, route, UNKNOWN)
  const resource = route.path.replace(/\/\{.*/, '')
  const isLikely = (id: string) => kindOf(id) === kinds.get(resource)
  for (const id of [...ids.filter(isLikely), ...ids.filter((one) => !isLikely(one))]) {
    const answer = await answerOf(full, route, id)
    if (!answer.startsWith('200') || answer === nothing) continue
    kinds.set(resource, kindOf(id))
    return id
  }
  return undefined
}

/** The kind of the ids that the last path of a resource accepted, by the beginning of the path. */
const kinds = new Map<string, string>()
const kindOf = (id: string): string => id.replace(/_[^_]*$/, '')

/** An id that no shop has. */
const UNKNOWN = 'none_01M8NF00000000000000000000'

async function answerOf(client: CookieClient, { method, path }: Route, id: string): Promise<string> {
  const url = path.replace(/\{\w+\}/, id).replaceAll(/\{\w+\}/g, UNKNOWN)
  const { status, text } = await client.send(method, url, method === 'GET' ? undefined : {}, {})
  return `${status} ${text.replaceAll(id, '<id>').replaceAll(UNKNOWN, '<id>')}`
}

const isQuery = ({ method }: Route) => method === 'GET'
/** The routes of rows that a route finds, with their ids. */
const knownRoutes = () =>
  routes.flatMap((route) => {
    const prefix = [...found.keys()].find((path) => route.path === path || route.path.startsWith(`${path}/`))
    return prefix ? [{ route, id: found.get(prefix) as string }] : []
  })

test('the routes find rows of the full shop', () => {
  expect(found.size).toBeGreaterThan(35)
  expect(knownRoutes().filter(({ route }) => !isQuery(route)).length).toBeGreaterThan(100)
})

test.each([
  ['query', isQuery],
  ['mutation', (route: Route) => !isQuery(route)],
])('each %s answers an id of another shop like an unknown one', async (_kind, isOfKind) => {
  const different: string[] = []
  for (const { route, id } of knownRoutes().filter((one) => isOfKind(one.route))) {
    const [answer, expected] = [await answerOf(empty, route, id), await answerOf(empty, route, UNKNOWN)]
    if (answer !== expected) different.push(`${route.method} ${route.path}: ${answer.slice(0, 200)}`)
  }
  expect(different).toEqual([])
})
