import { ConnectionBudget } from '#database/hosts/connection-budget.ts'

interface ServerState {
  budget: ConnectionBudget
  /** Until this time, the process does not connect to the server. */
  retryAt: number
}

const CODE = /^(08\w{3}|57P0[123]|ECONN\w+|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/
const MESSAGE =
  /^Connection terminated|^timeout e\w+|^Query read timeout$|^Client (has encountered a connection error|was closed) and is not queryable$/

/** Whether a server did not respond, or has ended the connection. */
export function isOfConnection(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (MESSAGE.test(cause.message) || ('code' in cause && CODE.test(String(cause.code)))) return true
  return false
}

/** Milliseconds without an attempt after a server did not respond. */
const RETRY_PAUSE = 3000

/** The PostgreSQL servers as this process sees them. Each has separate connections, so one that is down delays no shop of another one. */
export class ServerStates {
  readonly #connections: number
  readonly #states = new Map<string, ServerState>()

  /** `connections` is the maximum to one server. */
  constructor(connections: number) {
    this.#connections = connections
  }

  budgetOf(server: string): ConnectionBudget {
    return this.#stateOf(server).budget
  }

  isReachable(server: string): boolean {
    return this.#stateOf(server).retryAt <= performance.now()
  }

  /** Pauses the attempts to reach the server, if it caused the error. */
  noteFailure(server: string, error: unknown): void {
    if (isOfConnection(error)) this.#stateOf(server).retryAt = performance.now() + RETRY_PAUSE
  }

  #stateOf(server: string): ServerState {
    const known = this.#states.get(server)
    if (known) return known
    const state = { budget: new ConnectionBudget(this.#connections), retryAt: 0 }
    this.#states.set(server, state)
    return state
  }
}
