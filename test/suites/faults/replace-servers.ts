import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { withClient } from '#server/database/databases.ts'
import { type RunningServer, startServer } from '../../../bench/server.ts'
import { setUpShop } from '../../../bench/shop.ts'
import type { Fault } from './fault.ts'
import { injectFaultsUnderLoad } from './inject-faults.ts'
import { refusalsIn } from './refusals.ts'

/** A migration of the next version. The servers of this version must accept it. */
const NEXT_MIGRATION = `
  create table next_version (id int primary key);
  alter table "order" add column next_version text;
  alter table line_item add column next_version int not null default 1;
  insert into schema_migration (name) values ('Migration99990101000000_next_version')`

/**
 * Replaces two servers in turn, as an upgrade does, while clients check out through a load balancer. The database already has a migration of the
 * next version. No request may be refused.
 */
export const replaceServers: Fault = async ({ databaseUrl, ...options }) => {
  const environment = { SESSION_SECRET: randomBytes(32).toString('hex'), DRAIN_DELAY_SECONDS: '2' }
  const servers: RunningServer[] = []
  await using ending = new AsyncDisposableStack()
  ending.defer(async () => {
    for (const server of servers) await server[Symbol.asyncDispose]()
  })
  for (let i = 0; i < 2; i++) servers.push(await startServer(databaseUrl, environment))
  const shop = await setUpShop(servers[0]!)
  await withClient(databaseUrl, (client) => client.query(NEXT_MIGRATION))
  await using balancer = await startBalancer(servers)
  const outcome = await injectFaultsUnderLoad({
    times: 2,
    ...options,
    url: balancer.choose,
    databaseUrl,
    shop,
    describe: (times) => `${times} × a server is replaced`,
    async injectFault() {
      servers.push(await startServer(databaseUrl, environment))
      await balancer.look()
      const [old] = servers.splice(0, 1)
      await old![Symbol.asyncDispose]()
    },
  })
  return { ...outcome, violations: [...refusalsIn(outcome.answers), ...outcome.violations] }
}

/** Milliseconds between two health checks. */
const CHECK_INTERVAL = 500

/** Chooses in turn among the servers that answered the last health check. */
async function startBalancer(servers: readonly RunningServer[]) {
  let ready: string[] = []
  let turn = 0
  let isOver = false
  const look = async () => {
    const urls = servers.map(({ url }) => url)
    const states = await Promise.all(
      urls.map((url) =>
        fetch(`${url}/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    ready = urls.filter((_, i) => states[i])
  }
  await look()
  const looking = (async () => {
    while (!isOver) {
      await pause(CHECK_INTERVAL)
      await look()
    }
  })()
  return {
    look,
    choose: () => ready[turn++ % ready.length] ?? servers[0]!.url,
    async [Symbol.asyncDispose]() {
      isOver = true
      await looking
    },
  }
}
