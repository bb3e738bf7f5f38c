import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/*
 * What `npm start` runs. Node takes types out of files and compiles them at each start, which is a third of the work of
 * starting. What it keeps must be switched on before anything is loaded, and by a file without types: for the first one
 * that it does not find among what it kept, Node loads a compiler of 17 MB. Where nothing can be written the start only
 * takes longer.
 */

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
const { serve } = await import('./process/serve.ts')
await serve(flushCompileCache)
process.exit()
