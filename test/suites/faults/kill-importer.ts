import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { Connection } from '../../../bench/connection.ts'
import { type RunningServer, startServer } from '../../../bench/server.ts'
import { auditShop } from './audit.ts'
import type { Fault } from './fault.ts'
import { ResponseLog } from './retrying-client.ts'
import { createSeededRandom } from './seeded-random.ts'

const LINES = 2000

/** Timeout for a worker to finish the import of a killed one, in milliseconds. */
const FINISHED_WITHIN = 120_000

/**
 * Kills the worker during a product import. Either all lines of the file are imported or none, and another worker
 * finishes the job once.
 */
export const killImporter: Fault = async ({ databaseUrl, seed, print, times = 4, lines = LINES }) => {
  const random = createSeededRandom(seed)
  await using ending = new AsyncDisposableStack()
  const directory = mkdtempSync(join(tmpdir(), 'cartwright-imports-'))
  ending.defer(() => rmSync(directory, { recursive: true, force: true }))
  const shared = { FILES_DIR: directory, SESSION_SECRET: randomBytes(32).toString('hex'), JOB_RESCUE_SECONDS: '1' }
  const server = ending.use(await startServer(databaseUrl, { ...shared, JOBS: 'none' }))
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  ending.defer(() => database.end())
  const imports = await openImports(server, database)
  ending.defer(() => imports.close())
  const startWorker = () => ending.use(workerOf({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'fatal', ...shared }))

  const violations: string[] = []
  let worker = startWorker()
  // The duration of an import determines when to kill its worker.
  const usual = await imports.begin('usual', lines)
  const began = await usual.processing()
  await usual.completed()
  const duration = performance.now() - began
  let killed = 0
  for (let i = 0; killed < times && i < times * 4; i++) {
    const job = await imports.begin(`killed-${i}`, lines)
    await job.processing()
    await pause(random() * duration)
    await worker[Symbol.asyncDispose]()
    const left = await job.count()
    const isOver = (await job.status()) === 'completed'
    if (left !== 0 && left !== lines)
      violations.push(`${left} of ${lines} lines are imported by a worker that was killed`)
    if (!isOver) killed += 1
    print(`  fault ${i + 1}, ${isOver ? 'after' : 'before'} the end of the import`)
    worker = startWorker()
    violations.push(...(await job.finished()))
  }
  if (killed < times) violations.push(`only ${killed} of ${times} workers were killed in the middle of an import`)
  const query = async (sql: string) => (await database.query(sql)).rows
  violations.push(...(await auditShop(query)))
  return { what: `${killed} × kill -9 of the worker of an import`, orders: 0, answers: new ResponseLog(), violations }
}

function workerOf(environment: Record<string, string>): AsyncDisposable {
  const child = spawn(process.execPath, ['server/worker.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment },
  })
  const ended = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    async [Symbol.asyncDispose]() {
      kill()
      await ended
      process.off('exit', kill)
    },
  }
}

interface BatchJobReply {
  batch_job: { id: string; status: string }
}

async function openImports(server: RunningServer, database: Client) {
  const visitor = new Connection(server.url)
  const { access_token } = await visitor.post<{ access_token: string }>('/admin/auth/token', {
    email: server.email,
    password: server.password,
  })
  visitor.close()
  const authorization = `Bearer ${access_token}`
  const admin = new Connection(server.url, { authorization })
  await admin.post('/admin/store/currencies/eur').catch(() => undefined)
  const counted = async (sql: string, name: string): Promise<number> =>
    (await database.query(`select count(*)::int as count ${sql}`, [`${name}-%`])).rows[0].count

  const upload = async (text: string): Promise<string> => {
    const form = new FormData()
    form.append('files', new File([text], 'products.csv', { type: 'text/csv' }))
    const answer = await fetch(`${server.url}/admin/uploads/protected`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    })
    if (!answer.ok) throw new Error(`The upload was answered ${answer.status}: ${await answer.text()}`)
    return ((await answer.json()) as { uploads: { key: string }[] }).uploads[0]!.key
  }

  return {
    close: () => admin.close(),
    async begin(name: string, lines: number) {
      const context = { fileKey: await upload(csvOf(name, lines)) }
      const { batch_job } = await admin.post<BatchJobReply>('/admin/batch-jobs', {
        type: 'product-import',
        context,
        dry_run: false,
      })
      const status = async (): Promise<string> =>
        (await admin.get<BatchJobReply>(`/admin/batch-jobs/${batch_job.id}`)).batch_job.status
      const until = async (...statuses: string[]) => {
        const end = performance.now() + FINISHED_WITHIN
        while (performance.now() < end) {
          if (statuses.includes(await status())) return true
          await pause(5)
        }
        return false
      }
      const count = () => counted('from product where handle like $1 and deleted_at is null', name)
      return {
        status,
        count,
        completed: () => until('completed', 'failed'),
        async processing() {
          await until('processing', 'completed')
          return performance.now()
        },
        async finished(): Promise<string[]> {
          if (!(await until('completed'))) return [`the import ${name} is ${await status()} and not completed`]
          const events = await counted(
            `from event e join product p on p.id = e.payload->>'id' where e.name = 'product.created' and p.handle like $1`,
            name,
          )
          const variants = await counted(
            'from product_variant v join product p on p.id = v.product_id where p.handle like $1',
            name,
          )
          return Object.entries({ products: await count(), variants, events }).flatMap(([what, found]) =>
            found === lines ? [] : [`the import ${name} of ${lines} lines made ${found} ${what}`],
          )
        },
      }
    },
  }
}

function csvOf(name: string, lines: number): string {
  const head = 'Product Handle;Product Title;Variant Title;Variant SKU;Option 1 Name;Option 1 Value;Price EUR'
  const rows = Array.from({ length: lines }, (_, i) => `${name}-${i};Imported ${i};S;${name}-sku-${i};Size;S;${i}`)
  return [head, ...rows, ''].join('\n')
}
