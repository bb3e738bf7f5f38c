import { randomUUID } from 'node:crypto'
import { checkOutOver } from '../checkout.ts'
import { runForSeconds } from '../clients.ts'
import { Connection } from '../connection.ts'
import { cpuMillisecondsOf } from '../processes.ts'
import { median } from '../quantiles.ts'
import type { BenchShop } from '../shop.ts'

export interface Buyers {
  program: string
  task: string
  clients: number
  perSecond: number
  rounds: number[]
  /** CPU milliseconds of a checkout. Undefined if the system does not report them. */
  cpu: { server: number; postgres: number } | undefined
}

interface Program {
  name: string
  url: string
  pid: number
  sendsKeys: boolean
}

interface Task {
  name: string
  clients: number
  shop: BenchShop
}

/** Checkouts of one program by a number of concurrent buyers. */
export class Series {
  readonly #program: Program
  readonly #task: Task
  readonly #postgresPid: number | undefined
  readonly #connection: Connection
  readonly #rounds: number[] = []
  readonly #used = { server: 0, postgres: 0 }
  #done = 0
  #next = 0

  constructor(program: Program, task: Task, postgresPid: number | undefined) {
    this.#program = program
    this.#task = task
    this.#postgresPid = postgresPid
    this.#connection = program.sendsKeys
      ? new Connection(program.url, { 'idempotency-key': () => randomUUID() })
      : new Connection(program.url)
  }

  async warmUp(seconds: number): Promise<void> {
    await this.#run(seconds)
  }

  async play(seconds: number): Promise<number> {
    const before = this.#usage()
    const { done, perSecond } = await this.#run(seconds)
    const after = this.#usage()
    this.#used.server += after.server - before.server
    this.#used.postgres += after.postgres - before.postgres
    this.#done += done
    this.#rounds.push(perSecond)
    return perSecond
  }

  summary(): Buyers {
    const { server, postgres } = this.#used
    const { name, clients } = this.#task
    const cpu = Number.isNaN(server + postgres)
      ? undefined
      : { server: server / this.#done, postgres: postgres / this.#done }
    return {
      program: this.#program.name,
      task: name,
      clients,
      perSecond: median(this.#rounds),
      rounds: this.#rounds,
      cpu,
    }
  }

  async #run(seconds: number) {
    const { clients, shop } = this.#task
    const work = (i: number) => checkOutOver(this.#connection, shop, i)
    const result = await runForSeconds(work, { clients, seconds, first: this.#next })
    this.#next += result.done
    return result
  }

  #usage() {
    const of = (pid: number | undefined) => (pid === undefined ? undefined : cpuMillisecondsOf(pid)) ?? Number.NaN
    return { server: of(this.#program.pid), postgres: of(this.#postgresPid) }
  }
}
