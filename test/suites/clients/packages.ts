import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MedusaClass, medusaClassOf } from './medusa-client.ts'

/** The clients, and the compiler of their time. */
export const PACKAGES = {
  '@medusajs/medusa-js': '6.1.10',
  '@medusajs/client-types': '0.2.12',
  'openapi-typescript': '7.13.0',
  typescript: '5.6.3',
}

const INSTALL = ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error']

export interface InstalledPackages extends Disposable {
  directory: string
  Medusa: MedusaClass
}

/** Installs the packages from the registry of npm into a temporary directory. */
export function installPackages(): InstalledPackages {
  const directory = mkdtempSync(join(tmpdir(), 'cartwright-clients-'))
  const remove = () => rmSync(directory, { recursive: true, force: true })
  process.once('exit', remove)
  const manifest = { private: true, type: 'module', dependencies: PACKAGES }
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest))
  execFileSync('npm', INSTALL, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })
  return {
    directory,
    Medusa: medusaClassOf(createRequire(join(directory, 'package.json'))('@medusajs/medusa-js')),
    [Symbol.dispose]: remove,
  }
}
