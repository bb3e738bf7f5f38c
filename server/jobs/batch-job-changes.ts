import { EventEmitter, on } from 'node:events'
import type { MikroORM } from '@mikro-orm/postgresql'
import { Client } from 'pg'
import type { BatchJobChanges } from '#routers/context.ts'
import { directUrlOf } from '../database/direct-url.ts'

interface ListenConnection {
  client: Client
  /** Emits the ids of jobs that have changed, and an error where the connection breaks. */
  news: EventEmitter
}

/** Hears of changed batch jobs on one connection for all who watch; it is there as long as somebody does. */
class BatchJobListener implements BatchJobChanges {
  readonly #url: string
  #watchers = 0
  #connecting: Promise<ListenConnection> | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** Throws where the connection breaks: whoever watches has to begin anew. */
  async *changes(id: string, signal: AbortSignal): AsyncGenerator<void> {
    this.#watchers += 1
    try {
      this.#connecting ??= this.#connect()
      const { news } = await this.#connecting
      const changes = on(news, id, { signal })
      // What was told before stands in what is read now.
      yield
      for await (const _ of changes) yield
    } finally {
      this.#watchers -= 1
      if (this.#watchers === 0) await this.#disconnect()
    }
  }

  async #connect(): Promise<ListenConnection> {
    const client = new Client({ connectionString: this.#url, application_name: 'cartwright news' })
    const news = new EventEmitter().setMaxListeners(0)
    client.on('notification', ({ payload }) => news.emit(payload ?? ''))
    client.on('error', () => {})
    client.once('end', () => {
      if (news.listenerCount('error') === 0) return
      this.#connecting = undefined
      news.emit('error', new Error('Lost the connection that listens for batch job changes'))
    })
    try {
      await client.connect()
      await client.query('listen batch_job')
    } catch (error) {
      this.#connecting = undefined
      throw error
    }
    return { client, news }
  }

  async #disconnect(): Promise<void> {
    const connecting = this.#connecting
    this.#connecting = undefined
    await connecting?.then(({ client }) => client.end()).catch(() => {})
  }
}

const batchJobListeners = new WeakMap<MikroORM, BatchJobChanges>()

/** The news of a database: one for the process. */
export function batchJobChangesOf(orm: MikroORM): BatchJobChanges {
  const news = batchJobListeners.get(orm) ?? new BatchJobListener(directUrlOf(orm))
  batchJobListeners.set(orm, news)
  return news
}
