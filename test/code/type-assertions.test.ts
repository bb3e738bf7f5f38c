import { expect, test } from 'vitest'
import { filesIn, readSource } from './import-graph.ts'

/** How many assertions each folder may have. Lower a number when a folder has fewer; never raise one. */
const LIMITS = {
  database: { assertions: 3, any: 0 },
  entities: { assertions: 0, any: 0 },
  routers: { assertions: 0, any: 0 },
  server: { assertions: 0, any: 0 },
  client: { assertions: 0, any: 0 },
  console: { assertions: 0, any: 0 },
  packaging: { assertions: 0, any: 0 },
  bench: { assertions: 0, any: 0 },
  examples: { assertions: 0, any: 0 },
  plugins: { assertions: 0, any: 0 },
  test: { assertions: 0, any: 0 },
}

const ASSERTION = /\bas (?:never|object as|unknown as)\b/g
/** Biome rejects `any` unless a comment suppresses the rule. */
const ANY = /biome-ignore lint\/suspicious\/noExplicitAny/g

const linesWith = (folder: string, pattern: RegExp): string[] =>
  filesIn(folder)
    .filter((file) => file !== 'test/code/type-assertions.test.ts')
    .flatMap((file) =>
      readSource(file)
        .split('\n')
        .flatMap((line, index) => Array.from(line.matchAll(pattern), () => `${file}:${index + 1}: ${line.trim()}`)),
    )

test.each(Object.entries(LIMITS))('the type assertions of %s stay within %j', (folder, limits) => {
  for (const [pattern, limit] of [
    [ASSERTION, limits.assertions],
    [ANY, limits.any],
  ] as const) {
    const found = linesWith(folder, pattern)
    expect(found.length, found.join('\n')).toBeLessThanOrEqual(limit)
  }
})
