import type { createShopClient, RouterOutputs } from '#client/index.ts'

type Admin = ReturnType<typeof createShopClient>['admin']
type Batch = RouterOutputs['admin']['changes']['watch'] extends AsyncIterable<infer Item> ? Item : never

interface ChangeLike {
  cause: string
  by: { id: string; name: string | null } | null
  rows: { entity: string; id: string; kind: string }[]
  ids: string[]
}

/** Subscribes to the changes of a shop, and resolves when the server sends changes. */
export async function subscribeToChanges({ changes: procedures }: Pick<Admin, 'changes'>, lastEventId?: string) {
  const changes: ChangeLike[] = []
  const waiting = new Set<() => void>()
  const state: { position: string; error: unknown } = { position: '', error: undefined }
  const started = Promise.withResolvers<void>()
  const wake = () => {
    for (const one of waiting) one()
  }
  const subscription = procedures.watch.subscribe(lastEventId === undefined ? {} : { lastEventId }, {
    onData({ id, data }: Batch) {
      state.position = id
      changes.push(...data.changes)
      started.resolve()
      wake()
    },
    onError(error) {
      state.error = error
      started.reject(error)
      wake()
    },
  })
  const until = async <Found>(find: () => Found | undefined): Promise<Found> => {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => waiting.add(resolve))
    }
  }
  await started.promise
  return {
    changes,
    position: () => state.position,
    find: (matches: (change: ChangeLike) => boolean) => until(() => changes.find(matches)),
    error: () => until(() => state.error),
    [Symbol.dispose]: () => subscription.unsubscribe(),
  }
}
