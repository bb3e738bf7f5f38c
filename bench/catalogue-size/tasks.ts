import { READS, type Request } from '../visit/requests.ts'
import { readTask, TASKS, type Task } from '../visit/tasks.ts'

/** All visited products contain this word, and no other product does. */
const RARE_WORD = 'washed'

/** A large shop has more collections and types than a small one, so the limit makes the responses equal. */
const SAME_ROWS = 8

const SAME_SIZE: readonly Request[] = [
  { ...READS.collections, path: () => `/store/collections?limit=${SAME_ROWS}` },
  { ...READS.types, path: () => `/store/product-types?limit=${SAME_ROWS}` },
]

const RARE: readonly Request[] = [
  {
    ...READS.search,
    name: 'search for a rare word',
    path: (shop) => READS.search.path(shop).replace('cotton', RARE_WORD),
  },
  {
    ...READS.facets,
    name: 'facets of a rare word',
    body: (shop) => ({ ...READS.facets.body(shop), q: RARE_WORD }),
  },
]

/** A word in a sixth of all products. A larger shop has more of them to count, so the goal does not apply. */
export const COMMON_WORD_TASKS: readonly string[] = [READS.search.name, READS.facets.name]

const sameSize = (task: Task): Task => {
  const request = SAME_SIZE.find(({ name }) => name === task.name)
  return request ? readTask(request) : task
}

/** The reads of the store, and then the requests of administrators, which change the catalogue. */
export const SIZE_TASKS: readonly (readonly Task[])[] = [
  [...TASKS.filter(({ kind }) => kind === 'read').map(sameSize), ...RARE.map(readTask)],
  TASKS.filter(({ kind }) => kind === 'admin'),
]
