import { expect, test } from 'vitest'
import { filesIn, readSource } from './import-graph.ts'

test('stored times come from the clock of PostgreSQL, which all servers share', () => {
  const files = ['entities', 'routers', 'plugins'].flatMap((folder) => filesIn(folder))
  const places = files.filter((file) => /new Date\(\)(?!\.)/.test(readSource(file)))
  expect(places, 'use now() of entities/values/clock.ts').toEqual([])
})
