interface Options {
  headers?: Record<string, string>
  fetch?: typeof fetch | undefined
}

const RECONNECT_DELAY = 1000

export class FetchEventSource extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSED = 2
  readonly url: string
  readyState: number = FetchEventSource.CONNECTING
  readonly #options: Options
  readonly #controller = new AbortController()
  #lastId = ''

  constructor(url: string, options: Options = {}) {
    super()
    this.url = url
    this.#options = options
    void this.#run()
  }

  close(): void {
    this.readyState = this.CLOSED
    this.#controller.abort()
  }

  async #run(): Promise<void> {
    while (this.readyState !== this.CLOSED) {
      try {
        await this.#read()
      } catch {}
      if (this.readyState === this.CLOSED) return
      this.readyState = this.CONNECTING
      this.dispatchEvent(new Event('error'))
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_DELAY))
    }
  }

  async #read(): Promise<void> {
    const { fetch: send = fetch, headers } = this.#options
    const lastId: Record<string, string> = this.#lastId ? { 'last-event-id': this.#lastId } : {}
    const answer = await send(this.url, {
      headers: { ...headers, ...lastId, accept: 'text/event-stream' },
      signal: this.#controller.signal,
    })
    if (!answer.ok || !answer.body) {
      this.readyState = this.CLOSED
      this.dispatchEvent(Object.assign(new Event('error'), { message: `The shop answered ${answer.status}` }))
      return
    }
    this.readyState = this.OPEN
    this.dispatchEvent(new Event('open'))
    let buffer = ''
    const decoder = new TextDecoder()
    const reader = answer.body.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      buffer += decoder.decode(value, { stream: true })
      const blocks = buffer.split(/\r?\n\r?\n/)
      buffer = blocks.pop() ?? ''
      for (const block of blocks) this.#dispatchBlock(block)
    }
  }

  #dispatchBlock(block: string): void {
    const data: string[] = []
    let type = 'message'
    for (const line of block.split(/\r?\n/)) {
      const [, field, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? []
      if (field === 'data') data.push(value)
      else if (field === 'event') type = value
      else if (field === 'id') this.#lastId = value
    }
    this.dispatchEvent(new MessageEvent(type, { data: data.join('\n'), lastEventId: this.#lastId }))
  }
}
