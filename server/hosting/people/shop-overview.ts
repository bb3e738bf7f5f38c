import type { ListedShop, ShopProblem } from '#routers/operator/deployment.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { DEFAULT_SERVER } from '../database-servers.ts'
import type { Program } from '../open-shop.ts'
import { programOf } from '../prepare-shop.ts'
import { dateOf } from '../row-times.ts'
import { type CheckedServer, ServerChecks } from '../server-checks.ts'
import type { OverviewRow } from '../shop-facts.ts'

/** The shops as their operators see them. Opens no shop. */
export class ShopOverview {
  readonly #program: Program
  readonly #checks = new ServerChecks()
  #current: string | undefined

  constructor(program: Program) {
    this.#program = program
  }

  /** Shops with problems first. */
  async list(): Promise<ListedShop[]> {
    const shops = await this.#read(null)
    return shops.toSorted((one, other) => rankOf(one) - rankOf(other))
  }

  async get(id: string): Promise<ListedShop> {
    const [shop] = await this.#read(id)
    // The caller has read the shop before.
    return shop!
  }

  async #read(id: string | null): Promise<ListedShop[]> {
    const { directory } = this.#program
    const [rows, servers] = await Promise.all([directory.overview(id), directory.servers.list()])
    const used = new Set(rows.map(({ server }) => server ?? DEFAULT_SERVER))
    const checked = new Map<string, CheckedServer>()
    await Promise.all(
      servers
        .filter(({ name }) => used.has(name))
        .map(async (server) => checked.set(server.name, await this.#checks.check(server))),
    )
    return rows.map((row) => this.#shopOf(row, checked.get(row.server ?? DEFAULT_SERVER) ?? 'unknown'))
  }

  #shopOf(row: OverviewRow, server: CheckedServer): ListedShop {
    const { id, status, hosts, failing_jobs, schema_version } = row
    return {
      ...{ id, status, hosts, failing_jobs, schema_version },
      server: row.server ?? DEFAULT_SERVER,
      copy: row.has_copy ? { server: row.follower ?? DEFAULT_SERVER, is_complete: !row.is_copying } : null,
      last_request_at: dateOf(row.last_request_ms),
      last_order_at: dateOf(row.last_order_ms),
      size: row.size === null ? null : Number(row.size),
      problems: this.#problemsOf(row, server),
    }
  }

  #problemsOf({ status, database, failing_jobs, prepared_by }: OverviewRow, server: CheckedServer): ShopProblem[] {
    const problems: Record<ShopProblem, boolean> = {
      server_down: server === 'down',
      database_missing: status !== 'creating' && typeof server === 'object' && !server.has(database),
      incomplete: status === 'creating',
      failing_jobs: (failing_jobs ?? 0) > 0,
      outdated: status !== 'creating' && !prepared_by?.startsWith(this.#programName),
    }
    return PROBLEMS.filter((name) => problems[name])
  }

  get #programName(): string {
    const { plugins, env, logger } = this.#program
    this.#current ??= programOf(readParts(plugins, env, logger))
    return this.#current
  }
}

/** The worst first. */
const PROBLEMS: readonly ShopProblem[] = ['server_down', 'database_missing', 'incomplete', 'failing_jobs', 'outdated']

const rankOf = ({ problems: [worst] }: ListedShop): number => (worst ? PROBLEMS.indexOf(worst) : PROBLEMS.length)
