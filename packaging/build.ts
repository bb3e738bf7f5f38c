import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleDeclarations, clientStubs } from './declarations.ts'
import { writeJavaScript } from './javascript.ts'
import { clientManifest, serverManifest } from './manifests.ts'

/* Builds both packages in `dist/`, after `tsc -p packaging` has written the declarations of all files. */

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
const declarations = join(DIST, 'declarations')

function emptyPackage(name: string, manifest: object): string {
  const folder = join(DIST, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  return folder
}

const server = emptyPackage('cartwright', serverManifest())
writeJavaScript({
  from: ROOT,
  to: server,
  folders: ['client', 'database', 'entities', 'plugins/stripe', 'routers', 'server'],
})
await bundleDeclarations({
  declarations,
  entries: {
    'server/index': 'server/index',
    'server/testing/index': 'server/testing/index',
    'plugins/stripe/index': 'plugins/stripe/index',
  },
  to: server,
})
await bundleDeclarations({
  declarations,
  entries: { index: 'client/index' },
  to: join(server, 'client'),
  stubs: clientStubs,
})

const client = emptyPackage('client', clientManifest())
cpSync(join(server, 'client'), client, { recursive: true })
