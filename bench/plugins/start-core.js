import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Starts the shop like `server/start.js`, so that the comparison shows the plugins only.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'))
const { shop } = await import('./shop.ts')
await shop.start({ onStarted: flushCompileCache })
process.exit()
