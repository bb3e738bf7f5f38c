import { expect } from 'vitest'
import { changedTables, takeSnapshot } from '#server/testing/hostile/snapshot.ts'
import { factories } from './factories.ts'
import type { Reply } from './reply.ts'
import type { Caller, TestShop } from './shop.ts'

const DRY_RUN = { 'x-dry-run': 'true' }

/**
 * Returns a shop that sends each change of the administrator twice: first as a dry run, which must change nothing and
 * have the status of the change. `rehearsed` has the paths of the successful dry runs, with the largest number of changes.
 */
export function rehearse(shop: TestShop): { shop: TestShop; rehearsed: Map<string, number> } {
  const rehearsed = new Map<string, number>()
  const query = (sql: string) => shop.orm.em.fork().execute<Record<string, unknown>[]>(sql)
  const { admin } = shop
  const change = async <Answer extends Reply>(
    path: string,
    send: (headers?: Record<string, string>) => Promise<Answer>,
  ) => {
    const before = await takeSnapshot(query)
    const preview = await send(DRY_RUN)
    expect(changedTables(before, await takeSnapshot(query)), path).toEqual([])
    const answer = await send()
    const isAccepted = answer.status < 400
    expect({ path, status: preview.status < 400 ? 'accepted' : preview.text }).toEqual({
      path,
      status: isAccepted ? 'accepted' : answer.text,
    })
    if (isAccepted) {
      expect(preview.body, path).toMatchObject({ dry_run: true, changes: expect.any(Array) })
      const route = path.replace(/\?.*/, '').replace(/\/[a-z]+_[0-9A-Za-z]{16,}/g, '/*')
      rehearsed.set(route, Math.max(rehearsed.get(route) ?? 0, changeCountOf(preview.body)))
    }
    return answer
  }
  const rehearsing: Caller = {
    get: admin.get,
    post: (path, body, headers) => change(`POST ${path}`, (extra) => admin.post(path, body, { ...headers, ...extra })),
    delete: (path, body, headers) =>
      change(`DELETE ${path}`, (extra) => admin.delete(path, body, { ...headers, ...extra })),
  }
  const wrapped = { ...shop, admin: rehearsing }
  return { shop: { ...wrapped, given: factories(wrapped) }, rehearsed }
}

const changeCountOf = (body: unknown): number => (body as { change_count: number }).change_count
