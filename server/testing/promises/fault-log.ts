import { type Logger, pino } from 'pino'

interface LogLine {
  level: number
  msg?: string
  status?: number
  procedure?: string
  method?: string
  path?: string
}

/** The requests of a test shop that ended with the status 500. Writes errors to the standard output, as other test shops do. */
export class FaultLog {
  readonly #requests = new Set<string>()
  readonly logger: Logger = pino({ level: 'error' }, { write: (line) => this.#read(line) })

  /** One line for each procedure. */
  get problems(): string[] {
    return Array.from(this.#requests, (request) => `${request} answered 500. The log has the error.`)
  }

  #read(line: string): void {
    const { msg, status, procedure, method, path }: LogLine = JSON.parse(line)
    if (msg === 'request' && status === 500) this.#requests.add(procedure ?? `${method} ${path}`)
    process.stdout.write(line)
  }
}
