import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { expect } from 'vitest'
import { type ProgramResult, runProgram } from '#test/support/program.ts'
import packageJson from '../../package.json' with { type: 'json' }

/** How npm reaches its registry. Packages of earlier installations come from the cache, without the network. */
export const npmSettings: Record<string, string> = {
  npm_config_prefer_offline: 'true',
  npm_config_fetch_retries: '5',
  ...environmentOf([
    'npm_config_registry',
    'npm_config_userconfig',
    'npm_config_cafile',
    'NODE_EXTRA_CA_CERTS',
    'HTTPS_PROXY',
    'HTTP_PROXY',
    'NO_PROXY',
  ]),
}

function environmentOf(names: readonly string[]): Record<string, string> {
  const entries = names.map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

const systemPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter)

/** A version of Node, with its `PATH`. */
export interface InstalledNode {
  version: string
  path: string
}

const installedNode = (path: string): InstalledNode => ({
  version: execFileSync('node', ['--version'], { env: { PATH: path }, encoding: 'utf8' }).trim(),
  path,
})

/** The Node of the system, and the Node of this repository if that is another version. */
export function installedNodes(): InstalledNode[] {
  const nodes = [systemPath, `${dirname(process.execPath)}${delimiter}${systemPath}`].map(installedNode)
  return nodes.filter(({ version }, index) => nodes.findIndex((other) => other.version === version) === index)
}

interface Command {
  /** Default: this repository. */
  folder?: string
  node?: InstalledNode
  env?: Record<string, string>
}

export const start = (command: string[], { folder = process.cwd(), node, env }: Command = {}) =>
  runProgram(command, { ...npmSettings, ...(node && { PATH: node.path }), ...env }, folder)

/** Runs a command and expects the exit code 0. */
export async function succeed(command: string[], settings?: Command): Promise<ProgramResult> {
  await using program = start(command, settings)
  const result = await program.result
  expect(result.code, `${command.join(' ')}\n${result.stdout}${result.stderr}`).toBe(0)
  return result
}

export const isRegistryReachable = async (): Promise<boolean> => {
  await using query = start([
    'npm',
    'view',
    'superjson',
    'name',
    '--prefer-online',
    '--fetch-retries=0',
    '--fetch-timeout=10000',
  ])
  return (await query.result).code === 0
}

/** Builds and packs all packages. Returns the tarballs by the names of their folders in `dist/`. */
export async function packPackages(to: string) {
  await succeed(['npm', 'run', 'build'])
  await succeed(['npm', 'pack', './dist/cartwright', './dist/client', './dist/create', '--pack-destination', to])
  const tarball = (pattern: string) => join(to, globSync(pattern, { cwd: to })[0] ?? '')
  return {
    server: tarball('cartwright-[0-9]*.tgz'),
    client: tarball('cartwright-client-*.tgz'),
    create: tarball('create-cartwright-*.tgz'),
  }
}

type Tarballs = Awaited<ReturnType<typeof packPackages>>

/** Creates a project in a folder. Returns the folder of the project. */
export async function createProject(
  parent: string,
  { create }: Tarballs,
  { node, options = [] }: { node?: InstalledNode; options?: string[] } = {},
): Promise<string> {
  mkdirSync(parent, { recursive: true })
  const command = ['npm', 'exec', '--yes', '--package', create, '--', 'create-cartwright', 'my-shop', ...options]
  await succeed(command, { folder: parent, ...(node && { node }) })
  return join(parent, 'my-shop')
}

/** Creates a shop in a folder, installs it, and adds a plugin. Returns the folder. */
export async function createShop(parent: string, tarballs: Tarballs, node: InstalledNode): Promise<string> {
  const folder = await createProject(parent, tarballs, { node })
  const { eta, nodemailer, stripe } = packageJson.dependencies
  const packages = [tarballs.server, tarballs.client, `eta@${eta}`, `nodemailer@${nodemailer}`, `stripe@${stripe}`]
  await succeed(['npm', 'install', '--no-audit', ...packages], { folder, node })
  cpSync(join(import.meta.dirname, 'project'), folder, { recursive: true })
  return folder
}
