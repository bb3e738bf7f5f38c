import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

export interface NumberSeries {
  name: string
  /** The year of a series that restarts, or an empty text. */
  period: string
  first: number
}

/**
 * Takes the next number in the transaction of `em`. Other transactions wait until it ends, so a rollback leaves no gap.
 */
export async function takeGaplessNumber(em: EntityManager, { name, period, first }: NumberSeries): Promise<number> {
  const [row] = await takeNext(em, name, period, first)
  return Number(row?.value)
}

const takeNext = statement<{ value: string }>(`
  insert into document_number (name, period, shard, value) values ($1, $2, 0, $3)
  on conflict (name, period, shard) do update set value = greatest(document_number.value + 1, $3)
  returning value`)

/** Transactions that can take numbers of a series at the same time. Further ones wait. */
const SHARDS = 32

/**
 * Takes a free number in the transaction of `em`, without a wait for other transactions. Each shard has every 32nd number, and the
 * shard with the smallest number comes first, so transactions that follow each other get consecutive numbers.
 */
export async function takeSparseNumber(em: EntityManager, series: NumberSeries): Promise<number> {
  const { name, period, first } = series
  const [free] = await takeOfFreeShard(em, name, period, SHARDS)
  if (free) return Number(free.number) + first
  await insertShards(em, name, period, SHARDS)
  const [inserted] = await takeOfFreeShard(em, name, period, SHARDS)
  if (inserted) return Number(inserted.number) + first
  const [awaited] = await takeOfShard(em, name, period, SHARDS, Math.floor(Math.random() * SHARDS))
  return Number(awaited?.number) + first
}

const NUMBER = '((n.value - 1) * $3::int + n.shard)::bigint as number'

const takeOfFreeShard = statement<{ number: string }>(`
  with free as (
    select shard from document_number where name = $1 and period = $2
    order by value, shard limit 1 for update skip locked)
  update document_number n set value = value + 1 from free
  where n.name = $1 and n.period = $2 and n.shard = free.shard returning ${NUMBER}`)

const takeOfShard = statement<{ number: string }>(`
  update document_number n set value = value + 1 where n.name = $1 and n.period = $2 and n.shard = $4 returning ${NUMBER}`)

const insertShards = statement(`
  insert into document_number (name, period, shard, value)
  select $1, $2, shard, 0 from generate_series(0, $3::int - 1) shard on conflict do nothing`)
