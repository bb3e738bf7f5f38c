import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { ComposedShop } from './define-shop.ts'

/** Returns a problem if the server cannot write to the directory of the files. Creates nothing. */
export async function filesProblems({ config: { files }, parts }: ComposedShop): Promise<string[]> {
  if (parts.files || files.s3) return []
  const directory = resolve(files.directory)
  return (await isWritable(directory))
    ? []
    : [`The directory of files ${directory} is not writable. Give it to the user of the server, or set FILES_DIR.`]
}

/** A missing directory is writable if its parent is, because the server creates it. */
async function isWritable(path: string): Promise<boolean> {
  try {
    if (!(await stat(path)).isDirectory()) return false
    await access(path, constants.W_OK | constants.X_OK)
    return true
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return isMissing && path !== dirname(path) && isWritable(dirname(path))
  }
}
