import { EventEmitter, on } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { MikroORM } from '@mikro-orm/postgresql'
import { InvalidData, Overloaded, TooManyRequests } from '#entities/errors.ts'
import type { StoredChange } from '#entities/platform/change/change.ts'
import { MAX_CHANGES, type RecentChanges, readRecentChanges } from '#entities/platform/change/read-recent-changes.ts'
import type { ChangeBatch, LiveChanges, Watching } from '#routers/context/services.ts'

interface NumberedBatch extends ChangeBatch {
  number: number
}

/** Milliseconds between two reads. */
const INTERVAL = 1000
/** A watcher that is further behind gets a batch with `missed`. */
const REMEMBERED_BATCHES = 100
/** A watcher that continues after a longer pause gets a batch with `missed`. */
const LONGEST_PAUSE = 10 * 60_000

/** Reads the changes for all watchers of the process, and reads nothing without watchers. */
export class PolledChanges implements LiveChanges {
  readonly #orm: MikroORM
  readonly #maxWatchers: number
  readonly #maxOfCaller: number
  readonly #emitter = new EventEmitter().setMaxListeners(0)
  readonly #seen = new Map<string, number>()
  readonly #watchersOf = new Map<string, number>()
  #watchers = 0
  #since = 0
  #number = 0
  #batches: NumberedBatch[] = []
  #started: Promise<void> | undefined
  #stopping = new AbortController()

  constructor(orm: MikroORM, { maxWatchers = 200, maxOfCaller = 20 } = {}) {
    this.#orm = orm
    this.#maxWatchers = maxWatchers
    this.#maxOfCaller = maxOfCaller
  }

  async *watch({ caller, position, signal }: Watching): AsyncGenerator<ChangeBatch> {
    if ((this.#watchersOf.get(caller) ?? 0) >= this.#maxOfCaller) throw new TooManyRequests()
    if (this.#watchers >= this.#maxWatchers) throw new Overloaded()
    const reads = on(this.#emitter, 'read', { signal })
    this.#count(caller, 1)
    try {
      this.#started ??= this.#start()
      await this.#started
      let number = this.#number
      yield position === undefined ? this.#batchOf([]) : await this.#readSince(position)
      for await (const _ of reads) {
        yield this.#batchSince(number)
        number = this.#number
      }
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      await reads.return?.()
      this.#count(caller, -1)
      if (this.#watchers === 0) this.#stop()
    }
  }

  #count(caller: string, change: 1 | -1): void {
    const count = (this.#watchersOf.get(caller) ?? 0) + change
    if (count > 0) this.#watchersOf.set(caller, count)
    else this.#watchersOf.delete(caller)
    this.#watchers += change
  }

  async #start(): Promise<void> {
    this.#stopping = new AbortController()
    const { signal } = this.#stopping
    try {
      this.#since = (await this.#read(Date.now())).next
      this.#remember((await this.#read(this.#since)).changes)
    } catch (error) {
      this.#started = undefined
      throw error
    }
    void this.#readUntilStopped(signal)
  }

  async #readUntilStopped(signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        await pause(INTERVAL, undefined, { signal, ref: false })
        const { next, changes } = await this.#read(this.#since)
        if (signal.aborted) return
        const unseen = changes.filter(({ key }) => !this.#seen.has(key))
        this.#since = next
        this.#remember(changes)
        this.#number += 1
        this.#batches.push({ ...this.#batchOf(unseen), missed: changes.length === MAX_CHANGES, number: this.#number })
        this.#batches.splice(0, this.#batches.length - REMEMBERED_BATCHES)
        this.#emitter.emit('read')
      }
    } catch (error) {
      if (signal.aborted) return
      this.#started = undefined
      if (this.#emitter.listenerCount('error') > 0) this.#emitter.emit('error', error)
    }
  }

  #stop(): void {
    this.#stopping.abort()
    this.#started = undefined
    this.#batches = []
    this.#seen.clear()
  }

  #read(since: number): Promise<RecentChanges> {
    return readRecentChanges(this.#orm.em.fork(), since)
  }

  #remember(changes: readonly StoredChange[]): void {
    for (const [key, at] of this.#seen) if (at < this.#since) this.#seen.delete(key)
    for (const { key, change } of changes) this.#seen.set(key, change.at.getTime())
  }

  #batchOf(changes: readonly StoredChange[]): ChangeBatch {
    return { position: String(this.#since), missed: false, changes }
  }

  #batchSince(number: number): ChangeBatch {
    const batches = this.#batches.filter((one) => one.number > number)
    const missed = batches.length < this.#number - number || batches.some((one) => one.missed)
    return { ...this.#batchOf(batches.flatMap(({ changes }) => changes)), missed }
  }

  async #readSince(position: string): Promise<ChangeBatch> {
    if (!/^\d{1,15}$/.test(position)) throw new InvalidData('lastEventId must be the id of an earlier event')
    if (this.#since - Number(position) > LONGEST_PAUSE) return { ...this.#batchOf([]), missed: true }
    const { changes } = await this.#read(Number(position))
    return { ...this.#batchOf(changes), missed: changes.length === MAX_CHANGES }
  }
}

const known = new WeakMap<MikroORM, LiveChanges>()

export function liveChangesOf(orm: MikroORM): LiveChanges {
  const changes = known.get(orm) ?? new PolledChanges(orm)
  known.set(orm, changes)
  return changes
}
