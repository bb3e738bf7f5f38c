import { type MedusaClass, type MedusaClient, wrapClient } from './medusa-client.ts'

export interface Call {
  /** Such as `admin.orders.cancel`. */
  name: string
  /** Such as `GET /admin/orders?limit=5`. */
  request: string
  /** 0: no response. */
  status: number
  answer: unknown
}

interface Reply {
  status: number
  config: { method?: string; url?: string }
}

type Settings = ConstructorParameters<MedusaClass>[0]

/** Opens clients of the shop at `baseUrl` and records their calls. */
export class CallRecorder {
  readonly calls: Call[] = []
  readonly #Medusa: MedusaClass
  readonly #settings: Settings

  constructor(Medusa: MedusaClass, baseUrl: string) {
    this.#Medusa = Medusa
    this.#settings = { baseUrl, maxRetries: 0 }
  }

  openClient(settings: Partial<Settings> = {}): MedusaClient {
    return wrapClient(new this.#Medusa({ ...this.#settings, ...settings }), this.#record).client
  }

  /** The names of all functions that send a request. */
  functionNames(): string[] {
    return wrapClient(new this.#Medusa(this.#settings), (_, call) => call).names
  }

  /** Returns the functions that had no successful response. */
  missingFunctions(): string[] {
    return this.functionNames().filter((name) => !this.calls.some((call) => call.name === name && isSuccess(call)))
  }

  readonly #record =
    (name: string, call: (...args: unknown[]) => unknown) =>
    async (...args: unknown[]): Promise<unknown> => {
      try {
        const answer = (await call(...args)) as { response: Reply }
        const { response, ...body } = answer
        this.calls.push({ name, ...requestOf(response), answer: body })
        return answer
      } catch (error) {
        const { response, message } = error as Error & { response?: Reply & { data: unknown } }
        const answer = response?.data ?? message
        this.calls.push({ name, ...requestOf(response), answer })
        throw new Error(`${name}: ${response?.status ?? ''} ${JSON.stringify(answer)}`)
      }
    }
}

export const isSuccess = ({ status }: Call): boolean => status >= 200 && status < 300

function requestOf(response: Reply | undefined): Pick<Call, 'request' | 'status'> {
  if (!response) return { request: '', status: 0 }
  const { method = '', url = '' } = response.config
  // One path of medusa-js has no leading slash.
  return { request: `${method.toUpperCase()} /${url.replace(/^\//, '')}`, status: response.status }
}
