import { execFileSync } from 'node:child_process'

/** Keeps owners and modes, because PostgreSQL refuses a data directory of another owner. */
export function copyFiles(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to])
}
