import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chart } from './chart.ts'
import { readResults } from './results.ts'
import { CHART, withSection } from './section.ts'

/* Writes the numbers that the benches have measured last into the README, and draws its chart. */

const root = join(import.meta.dirname, '../..')
const readme = join(root, 'README.md')
const results = readResults()
if (results.checkouts) writeFileSync(join(root, CHART), chart(results.checkouts))
writeFileSync(readme, withSection(readFileSync(readme, 'utf8'), results))
console.log(`Written to README.md${results.checkouts ? ` and ${CHART}` : ''}`)
