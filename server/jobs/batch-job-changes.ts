import { EventEmitter, on } from 'node:events'
import type { MikroORM } from '@mikro-orm/postgresql'
import type { Client } from 'pg'
import { DatabaseClient } from '#database/hosts/database-client.ts'
import type { BatchJobChanges } from '#routers/context/services.ts'
import { directUrlOf } from '../database/direct-url.ts'
import { schemaOf } from '../database/shop-schema.ts'

interface ListenConnection {
  client: Client
  /** Emits the ID of each changed job, and `error` when the connection breaks. */
  emitter: EventEmitter
}

/** Uses one connection for all watchers, and closes it when there are no watchers. */
class BatchJobListener implements BatchJobChanges {
  readonly #url: string
  readonly #channel: string
  #watchers = 0
  #connecting: Promise<ListenConnection> | undefined

  constructor(url: string, channel: string) {
    this.#url = url
    this.#channel = channel
  }

  /** Yields once at the start and after each change. Throws if the connection breaks. */
  async *changes(id: string, signal: AbortSignal): AsyncGenerator<void> {
    this.#watchers += 1
    try {
      this.#connecting ??= this.#connect()
      const { emitter } = await this.#connecting
      const changes = on(emitter, id, { signal })
      // Changes before LISTEN send no notification, so the caller must read the job now.
      yield
      for await (const _ of changes) yield
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      this.#watchers -= 1
      if (this.#watchers === 0) await this.#disconnect()
    }
  }

  async #connect(): Promise<ListenConnection> {
    const client = new DatabaseClient({ connectionString: this.#url, application_name: 'cartwright news' })
    const emitter = new EventEmitter().setMaxListeners(0)
    client.on('notification', ({ payload }) => emitter.emit(payload ?? ''))
    client.on('error', () => {})
    client.once('end', () => {
      if (emitter.listenerCount('error') === 0) return
      this.#connecting = undefined
      emitter.emit('error', new Error('Lost the connection that listens for batch job changes'))
    })
    try {
      await client.connect()
      await client.query(`listen ${this.#channel}`)
    } catch (error) {
      this.#connecting = undefined
      throw error
    }
    return { client, emitter }
  }

  async #disconnect(): Promise<void> {
    const connecting = this.#connecting
    this.#connecting = undefined
    await connecting?.then(({ client }) => client.end()).catch(() => {})
  }
}

const batchJobListeners = new WeakMap<MikroORM, BatchJobChanges>()

export function batchJobChangesOf(orm: MikroORM): BatchJobChanges {
  const listener = batchJobListeners.get(orm) ?? new BatchJobListener(directUrlOf(orm), schemaOf(orm).batchJobChannel)
  batchJobListeners.set(orm, listener)
  return listener
}
