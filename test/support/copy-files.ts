import { execFileSync } from 'node:child_process'

/** Copies a directory with owners and modes. PostgreSQL refuses a data directory of another owner. */
export function copyFiles(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to])
}
