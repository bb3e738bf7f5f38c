import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '#server/base/start-error.ts'

/** Reads the secret in `file`, or creates it. Only the owner of the file can read it. */
export function loadPersistentSecret(file: string): string {
  try {
    return readSecret(file) ?? createSecret(file)
  } catch (error) {
    throw new StartError(
      `Cannot read or create ${file} (${(error as NodeJS.ErrnoException).code}). Check its permissions.`,
    )
  }
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function createSecret(file: string): string {
  const secret = randomBytes(32).toString('base64url')
  mkdirSync(dirname(file), { recursive: true, mode: 0o711 })
  writeFileSync(file, `${secret}\n`, { mode: 0o600 })
  return secret
}
