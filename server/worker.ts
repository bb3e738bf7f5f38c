import { shop } from './shop.ts'

await shop.start({ only: 'worker' })
process.exit()
