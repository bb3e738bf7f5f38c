import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RESULTS } from '../result.ts'
import type { Results } from './section.ts'

/** What the benches have written and the repository keeps. */
export function readResults(): Results {
  return { checkouts: read('checkouts'), soak: read('soak'), growth: read('growth') }
}

function read(bench: string) {
  const file = join(RESULTS, `${bench}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
