import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleDeclarations, clientStubs } from './declarations.ts'
import { copyBrowserFiles, writeJavaScript } from './javascript.ts'
import {
  clientManifest,
  createManifest,
  projectManifest,
  SHEBANG,
  serverManifest,
  storefrontManifest,
} from './manifests.ts'
import { writeDocumentation } from './pages.ts'

/* Builds the packages in `dist/`, after `tsc -p packaging` has written the declarations of all files. */

const ROOT = join(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')
const declarations = join(DIST, 'declarations')

const writeJson = (file: string, content: object) => writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`)

function emptyPackage(name: string, manifest: object): string {
  const folder = join(DIST, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeJson(join(folder, 'package.json'), manifest)
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  return folder
}

console.log('… JavaScript and documentation of the packages')
const server = emptyPackage('cartwright', serverManifest())
writeJavaScript({
  from: ROOT,
  to: server,
  folders: [
    'client',
    'database',
    'entities',
    'plugins/email',
    'plugins/reviews',
    'plugins/storefront',
    'plugins/stripe',
    'plugins/wishlist',
    'routers',
    'server',
  ],
})
copyBrowserFiles({ from: ROOT, to: server, folders: ['plugins/reviews', 'plugins/storefront'] })
const command = join(server, 'server/cli/bin.js')
writeFileSync(command, readFileSync(command, 'utf8').replace(/^#!.*/, SHEBANG))
writeDocumentation(ROOT, server)
console.log('… declarations of the packages')
await bundleDeclarations({
  declarations,
  entries: {
    'server/index': 'server/index',
    'server/testing/index': 'server/testing/index',
    'plugins/email/index': 'plugins/email/index',
    'plugins/reviews/index': 'plugins/reviews/index',
    'plugins/storefront/index': 'plugins/storefront/index',
    'plugins/stripe/index': 'plugins/stripe/index',
    'plugins/wishlist/index': 'plugins/wishlist/index',
  },
  to: server,
})
await bundleDeclarations({
  declarations,
  entries: { index: 'client/index' },
  to: join(server, 'client'),
  stubs: clientStubs,
})

console.log('… the packages client and create')
const client = emptyPackage('client', clientManifest())
cpSync(join(server, 'client'), client, { recursive: true })

const create = emptyPackage('create', createManifest())
const createSource = join(ROOT, 'packaging/create')
writeJavaScript({ from: createSource, to: create, folders: ['src'] })
for (const folder of ['template', 'react'])
  cpSync(join(createSource, folder), join(create, folder), { recursive: true })
writeJson(join(create, 'template/package.json'), projectManifest())
writeJson(join(create, 'react/storefront/package.json'), storefrontManifest())
