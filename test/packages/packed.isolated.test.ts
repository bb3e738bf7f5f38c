import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '#test/support/postgres.ts'
import { freePort, isHealthy, type ProgramResult, runProgram } from '#test/support/program.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import packageJson from '../../package.json' with { type: 'json' }

/*
 * Builds the packages, installs them in an empty project, and runs a shop with a plugin there. Skipped without a
 * connection to the npm registry.
 */

/** How npm reaches its registry. */
const npmSettings = Object.fromEntries(
  ['npm_config_registry', 'npm_config_userconfig', 'npm_config_cafile', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY']
    .map((name) => [name, process.env[name]] as const)
    .filter((entry): entry is [string, string] => entry[1] !== undefined),
)

const isRegistryReachable = async (): Promise<boolean> => {
  await using query = runProgram(
    ['npm', 'view', 'superjson', 'name', '--fetch-retries=0', '--fetch-timeout=10000'],
    npmSettings,
  )
  return (await query.result).code === 0
}

const STRIPE = `stripe@${packageJson.dependencies.stripe}`

describe.skipIf(!(await isRegistryReachable()))('the packages', () => {
  let project: ReturnType<typeof scratchDirectory>
  beforeAll(async () => {
    project = scratchDirectory()
    await succeed(['npm', 'run', 'build'], process.cwd())
    await succeed(
      ['npm', 'pack', './dist/cartwright', './dist/client', '--pack-destination', project.path],
      process.cwd(),
    )
    cpSync(join(import.meta.dirname, 'project'), project.path, { recursive: true })
    const { typescript, '@types/node': types } = packageJson.devDependencies
    writeFileSync(
      join(project.path, 'package.json'),
      JSON.stringify({
        type: 'module',
        allowScripts: { node: true },
        devDependencies: { typescript, '@types/node': types },
      }),
    )
    const tarballs = readdirSync(project.path).filter((name) => name.endsWith('.tgz'))
    await succeed(
      ['npm', 'install', '--prefer-offline', '--no-audit', STRIPE, ...tarballs.map((name) => `./${name}`)],
      project.path,
    )
  }, 300_000)
  afterAll(() => project[Symbol.dispose]())

  const cartwright = () => join(project.path, 'node_modules/.bin/cartwright')

  test('a project starts its shop from the package, and the typed client calls it', { timeout: 60_000 }, async () => {
    await using database = await cloneDatabase()
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = { DATABASE_URL: database.url, PORT: String(port), SEED: 'demo' }
    await using server = runProgram([cartwright(), 'start'], env, project.path)
    await server.waitFor(() => isHealthy(url))
    const { stdout } = await succeed([process.execPath, 'call.ts', url], project.path)
    expect(JSON.parse(stdout)).toEqual({ cities: [], rating: null })

    await using doctor = runProgram([cartwright(), 'doctor'], env, project.path)
    expect(await doctor.result).toMatchObject({ code: 0, stdout: 'No problems found.\n' })
  })

  test('the command names the missing file in a folder without a shop', async () => {
    using folder = scratchDirectory()
    await using program = runProgram([cartwright(), 'start'], {}, folder.path)
    const { code, stderr } = await program.result
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('has no shop.ts') })
  })

  test.each([
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])('the types of the packages are complete with the module resolution %s', async (moduleResolution, module) => {
    const tsc = join(project.path, 'node_modules/.bin/tsc')
    await succeed([tsc, '--moduleResolution', moduleResolution, '--module', module], project.path)
  })
})

async function succeed(command: string[], folder: string): Promise<ProgramResult> {
  await using program = runProgram(command, npmSettings, folder)
  const result = await program.result
  expect(result.code, result.stdout + result.stderr).toBe(0)
  return result
}
