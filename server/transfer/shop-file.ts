import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { isFileKey } from '#entities/platform/file/file-key.ts'
import { StartError } from '#server/base/start-error.ts'
import { type Header, type Line, parseLine, type ShopSize } from './shop-lines.ts'
import { unwatched, type WatchLines } from './watch-lines.ts'

/** @throws StartError if the file exists. */
export async function writeShopFile(path: string, lines: AsyncIterable<Line>): Promise<void> {
  if (await exists(path)) throw new StartError(`${path} exists. Name another file, or delete it.`)
  const partial = `${path}.${randomBytes(4).toString('hex')}.partial`
  const texts = async function* () {
    for await (const line of lines) yield `${JSON.stringify(line)}\n`
  }
  try {
    await pipeline(texts, createGzip(), createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** @throws StartError if the file cannot be read or is not a shop. */
export async function* readShopFile(path: string): AsyncGenerator<Line> {
  const text = createGunzip()
  // The loop receives the error of the pipeline.
  pipeline(createReadStream(path), text).catch(() => {})
  let rest = ''
  try {
    for await (const chunk of text.setEncoding('utf8') as AsyncIterable<string>) {
      const [first = '', ...others] = chunk.split('\n')
      rest += first
      for (const next of others) {
        yield parseLine(rest)
        rest = next
      }
    }
  } catch (error) {
    throw new StartError(`${path} is not a complete file of a shop (${(error as Error).message.slice(0, 200)})`, {
      cause: error,
    }).because({ name: 'file_no_shop' })
  }
}

/**
 * Reads the whole file. Returns its header.
 * @throws StartError if the file is incomplete, or of a program with other migrations.
 */
export async function checkShopFile(
  path: string,
  migrations: readonly string[],
  watch: WatchLines = unwatched,
): Promise<Header> {
  const found = { tables: 0, rows: 0, files: 0 }
  let header: Header | undefined
  let end: ShopSize | undefined
  const wrong = (problem: string) =>
    new StartError(`${path} is not a complete file of a shop: ${problem}`).because({ name: 'file_no_shop' })
  for await (const line of watch(readShopFile(path))) {
    if (end) throw wrong('it continues after its end')
    if (!header && !('header' in line)) throw wrong('it does not begin with the header')
    if ('header' in line) header = assertSameProgram(line.header, migrations)
    else if ('table' in line) found.tables += 1
    else if ('rows' in line) found.rows += line.rows.length
    else if ('file' in line) {
      if (!isFileKey(line.file)) throw wrong(`${line.file} is no name of a file`)
      found.files += 1
    } else if ('end' in line) end = line.end
  }
  if (!header || !end) throw wrong('its end is missing')
  if (JSON.stringify(end) !== JSON.stringify(found)) throw wrong('rows or files are missing')
  return header
}

function assertSameProgram(header: Header, migrations: readonly string[]): Header {
  const [here, there] = [new Set(migrations), new Set(header.migrations)]
  const newer = header.migrations.filter((name) => !here.has(name))
  if (newer.length > 0)
    throw new StartError(
      `The file is of a newer version, or of one with other plugins: ${newer.join(', ')}. Install the same version and plugins here.`,
    ).because({ name: 'file_newer' })
  const older = migrations.filter((name) => !there.has(name))
  if (older.length > 0)
    throw new StartError(
      `The file is of an older version, or of one with fewer plugins, without ${older.join(', ')}. Update the source, and export the shop again.`,
    ).because({ name: 'file_older' })
  return header
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
