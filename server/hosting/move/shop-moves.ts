import type { MikroORM } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import { DEFAULT_SERVER } from '../database-servers.ts'

interface ShopMove {
  /** The server of the copy that replication keeps equal to the shop. */
  follower: string
  /** Whether the copy is new. Otherwise it is the earlier database of the shop. */
  isCopying: boolean
  /** The migrations of the shop when its copy was made. Null before that. */
  migrations: string | null
}

/** The moves of shops in the directory. */
export class ShopMoves {
  readonly #orm: MikroORM

  constructor(orm: MikroORM) {
    this.#orm = orm
  }

  async read(id: string): Promise<ShopMove | undefined> {
    const [row] = await selectMove(this.#em, id)
    return row && { follower: row.follower ?? DEFAULT_SERVER, isCopying: row.is_copying, migrations: row.migrations }
  }

  /** @throws InvalidData if the shop is moved or was moved to or from another server. */
  async begin(id: string, server: string): Promise<void> {
    await insertMove(this.#em, id, columnOf(server))
    const move = await this.read(id)
    if (move?.follower !== server || !move.isCopying) throw new InvalidData(`The shop ${id} has another move`)
  }

  /** Returns the servers of the copies by the ids of their shops. */
  async followers(): Promise<Map<string, string>> {
    const rows = await selectFollowers(this.#em)
    return new Map(rows.map(({ shop_id, follower }) => [shop_id, follower ?? DEFAULT_SERVER]))
  }

  async setMigrations(id: string, migrations: string): Promise<void> {
    await updateMigrations(this.#em, id, migrations)
  }

  /** All processes refuse the requests and jobs of the shop for a time, or until its server is changed. */
  async refuse(id: string, milliseconds: number): Promise<void> {
    await refuseUntil(this.#em, id, milliseconds)
  }

  /** Ends the refusal. */
  async resume(id: string): Promise<void> {
    await refuseUntil(this.#em, id, 0)
  }

  /** Swaps the servers of the shop and of its copy, and ends the refusal. Returns false after the time of the refusal. */
  async swap(id: string): Promise<boolean> {
    const [swapped] = await swapServers(this.#em, id)
    return swapped !== undefined
  }

  async end(id: string): Promise<void> {
    await deleteMove(this.#em, id)
  }

  get #em() {
    return this.#orm.em.fork()
  }
}

const columnOf = (server: string): string | null => (server === DEFAULT_SERVER ? null : server)

const selectMove = statement<{ follower: string | null; is_copying: boolean; migrations: string | null }>(
  'select follower, is_copying, migrations from shop_move where shop_id = $1',
)

const selectFollowers = statement<{ shop_id: string; follower: string | null }>(
  'select shop_id, follower from shop_move',
)

const updateMigrations = statement('update shop_move set migrations = $2 where shop_id = $1')

const insertMove = statement(
  'insert into shop_move (shop_id, follower, is_copying) values ($1, $2, true) on conflict do nothing',
)

const refuseUntil = statement(`
  update shop_move set refuses_until = case when $2::int > 0 then clock_timestamp() + $2::int * interval '1 millisecond' end
  where shop_id = $1`)

const swapServers = statement<{ id: string }>(`
  with shop as (
    select id, server from hosted_shop where id = $1 for update
  ), move as (
    update shop_move set follower = shop.server, is_copying = false, refuses_until = null
    from shop where shop_id = id and refuses_until > clock_timestamp()
    returning id, (select follower from shop_move where shop_id = $1) as target
  )
  update hosted_shop set server = move.target, updated_at = now() from move where hosted_shop.id = move.id
  returning hosted_shop.id`)

const deleteMove = statement('delete from shop_move where shop_id = $1')
