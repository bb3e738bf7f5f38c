import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Account } from '#server/database/unprivileged.ts'

/** Runs a program that writes to `log`. */
export function runAs(owner: Account | undefined, program: string, args: readonly string[], log: string): ChildProcess {
  const output = openSync(log, 'a', 0o644)
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' }
  const child = spawn(program, args, { ...owner, cwd: '/', env, stdio: ['ignore', output, output] })
  closeSync(output)
  return child
}

/** The process may have ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {}
}
