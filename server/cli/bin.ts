#!/usr/bin/env node
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

/* The command `cartwright` of the package. It runs in the folder of a project and works on the shop of its `shop.ts`. */

if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Cartwright needs Node 24, and this is ${process.version}. Use npm or npx, which run Node 24 of this project.`,
  )
  process.exit(1)
}
// The cache must be enabled before other modules are loaded.
module.enableCompileCache(join(process.cwd(), 'node_modules/.cache/cartwright'))
if (existsSync('.env')) process.loadEnvFile()
const { loadShop } = await import('./load-shop.ts')
const { runCommand } = await import('./run-command.ts')
const { exitWithError } = await import('../base/start-error.ts')
await loadShop(process.cwd()).then((shop) => runCommand(shop, 'cartwright'), exitWithError)
