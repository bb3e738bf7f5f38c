import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Writes `x.js.br` and `x.js.gz` next to `x.js`, because the server does not compress files. */
export async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, BROTLI))
}
