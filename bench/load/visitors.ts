import { Connection } from '../connection.ts'
import type { BenchShop, Login } from '../shop.ts'
import { journeyOf, type Visit } from './journeys.ts'
import { type Arrivals, openLoop } from './open-loop.ts'
import type { Durations } from './report.ts'

export interface VisitStats {
  took: Durations
  most: number
  errors: number
}

/** Counts errors and continues. */
export class Visitors implements Disposable {
  readonly errors: Record<string, number> = {}
  readonly #connections: Connection[]
  readonly #visit: Omit<Visit, 'i'>
  #count = 0
  #took: number[] = []

  private constructor(login: Login, shop: BenchShop, [storefront, administration]: [Connection, Connection]) {
    this.#connections = [storefront, administration]
    this.#visit = {
      send: this.#timed(storefront),
      asAdmin: this.#timed(administration),
      newSession: () => {
        const connection = new Connection(login.url)
        return { connection, send: this.#timed(connection) }
      },
      login,
      shop,
      sold: [],
    }
  }

  static async of(login: Login, shop: BenchShop): Promise<Visitors> {
    const administration = new Connection(login.url)
    await administration.logIn(login.email, login.password)
    return new Visitors(login, shop, [new Connection(login.url), administration])
  }

  get count(): number {
    return this.#count
  }

  async come(rate: Omit<Arrivals, 'first'>): Promise<VisitStats> {
    this.#took = []
    const failedBefore = this.#failures()
    const { came, most } = await openLoop((i) => this.#travel(i), { ...rate, first: this.#count })
    this.#count += came
    return { took: this.#took, most, errors: this.#failures() - failedBefore }
  }

  [Symbol.dispose](): void {
    for (const connection of this.#connections) connection.close()
  }

  async #travel(i: number): Promise<void> {
    try {
      await journeyOf(i)({ ...this.#visit, i })
    } catch (error) {
      const kind = String(error).replaceAll(/\b[a-z]+_[0-9A-Z]{26}\b/g, '…')
      this.errors[kind] = (this.errors[kind] ?? 0) + 1
    }
  }

  #failures(): number {
    return Object.values(this.errors).reduce((sum, count) => sum + count, 0)
  }

  #timed(connection: Connection): Visit['send'] {
    return async <Body>(method: string, path: string, body?: object) => {
      const began = performance.now()
      const answer = await connection.send<Body>(method, path, body)
      this.#took.push(performance.now() - began)
      return answer
    }
  }
}
