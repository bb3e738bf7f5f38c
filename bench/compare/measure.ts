import { checkout, type Send, STEPS, type Step } from '../checkout.ts'
import { runForSeconds } from '../clients.ts'
import { Connection } from '../connection.ts'
import { cpuMillisecondsOf } from '../processes.ts'
import { type Latency, latencyOf, median } from '../quantiles.ts'
import { waitUntilIdle } from '../wait-until-idle.ts'
import { type Contender, NAMES, type Program } from './contender.ts'

export const TASKS = ['checkouts', 'get cart'] as const
export type Task = (typeof TASKS)[number]

export interface Measurement {
  program: Program
  task: Task
  clients: number
  perSecond: number
  rounds: number[]
  done: number
  /** CPU milliseconds of a checkout or request. Undefined if the system does not report them. */
  cpu: { server: number; postgres: number; clients: number } | undefined
  latency: Partial<Record<Step, Latency>>
}

export interface Rounds {
  contenders: readonly Contender[]
  postgresPid: number | undefined
  clients: readonly number[]
  rounds: number
  secondsOf: (program: Program) => number
  print: (line: string) => void
}

/** Measures one program at a time, in turns, so that other load slows all programs. */
export async function measureRounds({ contenders, clients, rounds, print, ...rest }: Rounds): Promise<Measurement[]> {
  const series = contenders.flatMap((contender) =>
    clients.flatMap((count) => tasksOf(contender).map((task) => new Series(contender, task, count))),
  )
  for (let round = 1; round <= rounds; round++) {
    for (const count of clients) {
      for (const task of TASKS) {
        const turn = series.filter((one) => one.clients === count && one.task === task)
        for (const one of turn) await one.play(rest.secondsOf(one.contender.program), rest.postgresPid)
        const rates = turn.map(({ contender, last }) => `${NAMES[contender.program]} ${last.toFixed(1)}/s`)
        print(
          `round ${round} of ${rounds}, ${task}, ${count === 1 ? '1 client' : `${count} clients`}: ${rates.join('; ')}`,
        )
      }
    }
  }
  return series.map((one) => one.summary())
}

/** The floors differ only in their commits, and reads commit nothing, so one floor measures the reads. */
const tasksOf = ({ program }: Contender): readonly Task[] => (program === 'durableFloor' ? ['checkouts'] : TASKS)

type Used = Record<'server' | 'postgres' | 'clients', number>

class Series {
  readonly contender: Contender
  readonly task: Task
  readonly clients: number
  readonly #rounds: number[] = []
  readonly #took = new Map<Step, number[]>()
  readonly #used: Used = { server: 0, postgres: 0, clients: 0 }
  #isUsageKnown = true
  #done = 0

  constructor(contender: Contender, task: Task, clients: number) {
    this.contender = contender
    this.task = task
    this.clients = clients
  }

  get last(): number {
    return this.#rounds.at(-1) ?? 0
  }

  async play(seconds: number, postgresPid: number | undefined): Promise<void> {
    const { pid, shop, carts, url } = this.contender
    const connection = new Connection(url)
    const send: Send = async <Body>(step: Step, method: string, path: string, body?: object) => {
      const began = performance.now()
      const answer = await connection.send<Body>(method, path, body)
      const took = this.#took.get(step) ?? []
      this.#took.set(step, took)
      took.push(performance.now() - began)
      return answer
    }
    const work =
      this.task === 'checkouts'
        ? (i: number) => checkout(send, shop, i)
        : (i: number) => send('get cart', 'GET', `/store/carts/${carts[i % carts.length]}`)
    const before = usage(pid, postgresPid)
    const { done, perSecond } = await runForSeconds(work, { clients: this.clients, seconds, first: this.#done })
    await waitUntilIdle([pid, postgresPid])
    this.#add(before, usage(pid, postgresPid))
    connection.close()
    this.#done += done
    this.#rounds.push(perSecond)
  }

  #add(before: Partial<Used>, after: Partial<Used>): void {
    for (const who of ['server', 'postgres', 'clients'] as const) {
      const [from, to] = [before[who], after[who]]
      if (from === undefined || to === undefined) this.#isUsageKnown = false
      else this.#used[who] += to - from
    }
  }

  summary(): Measurement {
    const { server, postgres, clients } = this.#used
    const per = (milliseconds: number) => milliseconds / this.#done
    return {
      program: this.contender.program,
      task: this.task,
      clients: this.clients,
      perSecond: median(this.#rounds),
      rounds: this.#rounds,
      done: this.#done,
      cpu: this.#isUsageKnown ? { server: per(server), postgres: per(postgres), clients: per(clients) } : undefined,
      latency: Object.fromEntries(
        STEPS.flatMap((step) => {
          const took = this.#took.get(step)
          return took ? [[step, latencyOf(took)]] : []
        }),
      ),
    }
  }
}

function usage(server: number | undefined, postgres: number | undefined): Partial<Used> {
  const { user, system } = process.cpuUsage()
  const of = (pid: number | undefined) => (pid === undefined ? undefined : cpuMillisecondsOf(pid))
  const known = { server: of(server), postgres: of(postgres) }
  return {
    clients: (user + system) / 1000,
    ...(known.server !== undefined && { server: known.server }),
    ...(known.postgres !== undefined && { postgres: known.postgres }),
  }
}
