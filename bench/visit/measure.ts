import { runForSeconds } from '../clients.ts'
import type { BenchPostgres } from '../postgres.ts'
import { cpuMillisecondsOf } from '../processes.ts'
import { type Latency, latencyOf, median } from '../quantiles.ts'
import { waitUntilIdle } from '../wait-until-idle.ts'
import type { Contender } from './contender.ts'
import type { Task } from './tasks.ts'

export interface Measurement {
  program: Contender['program']
  /** Number of products in the shop. */
  products: number
  task: string
  clients: number
  perSecond: number
  rounds: number[]
  latency: Latency
  /** CPU milliseconds of one visit or request. Undefined if the system does not report them. */
  cpu: { server: number; postgres: number } | undefined
  /** Undefined if PostgreSQL does not count statements. */
  statements: number | undefined
  bytes: number
}

export interface Rounds {
  contenders: readonly Contender[]
  tasks: readonly Task[]
  postgres: BenchPostgres
  clients: number
  rounds: number
  secondsOf: (task: Task) => number
  warmUpSecondsOf: (task: Task) => number
  print: (line: string) => void
}

/** Measures one program at a time, in turns, so that other load affects all programs alike. */
export async function measureRounds({ contenders, tasks, rounds, print, ...rest }: Rounds): Promise<Measurement[]> {
  const series = tasks.flatMap((task) =>
    contenders.filter((one) => task.isFor(one)).map((contender) => new Series(contender, task, rest.clients)),
  )
  for (const one of series) await one.warmUp(rest.warmUpSecondsOf(one.task), rest.postgres)
  // The warm-up has filled tables for which PostgreSQL planned to read all rows.
  await rest.postgres.analyze()
  await waitUntilIdle([...contenders.map(({ pid }) => pid), rest.postgres.pid])
  for (let round = 1; round <= rounds; round++) {
    for (const task of tasks) {
      const turn = series.filter((one) => one.task === task)
      for (const one of turn) await one.play(rest.secondsOf(task), rest.postgres.pid)
      const rates = turn.map(
        ({ contender, last }) => `${contender.program} with ${contender.products} products ${last.toFixed(1)}/s`,
      )
      print(`round ${round} of ${rounds}, ${task.name}: ${rates.join('; ')}`)
    }
  }
  return series.map((one) => one.summary())
}

class Series {
  readonly contender: Contender
  readonly task: Task
  readonly #clients: number
  readonly #rounds: number[] = []
  readonly #milliseconds: number[] = []
  readonly #used = { server: 0, postgres: 0 }
  #isUsageKnown = true
  #done = 0
  #next = 0
  #bytes = 0
  #statements: number | undefined

  constructor(contender: Contender, task: Task, clients: number) {
    this.contender = contender
    this.task = task
    this.#clients = clients
  }

  get last(): number {
    return this.#rounds.at(-1) ?? 0
  }

  /** Also counts the statements, of one client, because counting makes each statement slower. */
  async warmUp(seconds: number, postgres: BenchPostgres): Promise<void> {
    await this.#runUntimed(seconds)
    const counted = await postgres.countIn(this.contender.databaseUrl, async () => {
      for (let i = 0; i < COUNTED; i++) await this.task.run(this.contender, this.#next++)
    })
    this.#statements = counted === undefined ? undefined : counted / COUNTED
  }

  async play(seconds: number, postgresPid: number | undefined): Promise<void> {
    const before = this.#usage(postgresPid)
    const bytesBefore = receivedBytesOf(this.contender)
    const leadIn = await this.#runUntimed(LEAD_IN_SECONDS)
    const work = async (i: number) => {
      const began = performance.now()
      await this.task.run(this.contender, i)
      this.#milliseconds.push(performance.now() - began)
    }
    const { done, perSecond } = await runForSeconds(work, { clients: this.#clients, seconds, first: this.#next })
    await waitUntilIdle([this.contender.pid, postgresPid])
    this.#addUsage(before, this.#usage(postgresPid))
    this.#bytes += receivedBytesOf(this.contender) - bytesBefore
    this.#next += done
    this.#done += leadIn + done
    this.#rounds.push(perSecond)
  }

  /** Returns the number of requests. */
  async #runUntimed(seconds: number): Promise<number> {
    const work = (i: number) => this.task.run(this.contender, i)
    const { done } = await runForSeconds(work, { clients: this.#clients, seconds, first: this.#next })
    this.#next += done
    return done
  }

  summary(): Measurement {
    const { server, postgres } = this.#used
    return {
      program: this.contender.program,
      products: this.contender.products,
      task: this.task.name,
      clients: this.#clients,
      perSecond: median(this.#rounds),
      rounds: this.#rounds,
      latency: latencyOf(this.#milliseconds),
      cpu: this.#isUsageKnown ? { server: server / this.#done, postgres: postgres / this.#done } : undefined,
      statements: this.#statements,
      bytes: this.#bytes / this.#done,
    }
  }

  #usage(postgresPid: number | undefined) {
    const of = (pid: number | undefined) => (pid === undefined ? undefined : cpuMillisecondsOf(pid))
    return { server: of(this.contender.pid), postgres: of(postgresPid) }
  }

  #addUsage(before: Usage, after: Usage): void {
    for (const who of ['server', 'postgres'] as const) {
      const [from, to] = [before[who], after[who]]
      if (from === undefined || to === undefined) this.#isUsageKnown = false
      else this.#used[who] += to - from
    }
  }
}

const receivedBytesOf = ({ connection, customer, admin }: Contender): number =>
  [connection, customer, admin].reduce((sum, one) => sum + (one?.receivedBytes ?? 0), 0)

type Usage = Record<'server' | 'postgres', number | undefined>

const COUNTED = 4
/** The first requests of a turn have no rate and no latency: a program that waited for the turns of others answers them slowly. */
const LEAD_IN_SECONDS = 0.5
