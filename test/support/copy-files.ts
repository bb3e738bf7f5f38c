import { execFileSync } from 'node:child_process'

/** Copies what is in one directory into another, with its owners and rights, by which PostgreSQL knows its files. */
export function copyFiles(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to])
}
