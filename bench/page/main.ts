import { writePage } from './write-page.ts'

writePage()
console.log('Wrote docs/understand/measurements.md and bench/results/checkouts.svg')
